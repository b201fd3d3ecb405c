// Heads of columns become buttons that sort; without scripts the tables stay as they were written.
const value = (row, at) => row.cells[at].dataset.v ?? "";
const compare = (a, b) => {
  if (a === "" || b === "") return (a === "") - (b === "");
  return isNaN(a) || isNaN(b) ? a.localeCompare(b, document.documentElement.lang) : a - b;
};
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, at) => {
    const name = head.querySelector(".name");
    if (!name || ![...body.rows].some((row) => value(row, at) !== "")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...name.childNodes);
    name.append(button);
    button.addEventListener("click", () => {
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const way = head.getAttribute("aria-sort") === first ? other : first;
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", way);
      const rows = [...body.rows].sort((a, b) => {
        const one = value(a, at), two = value(b, at), up = compare(one, two);
        // What is not known stays last, whichever way.
        return one === "" || two === "" || way === "ascending" ? up : -up;
      });
      body.append(...rows);
    });
  });
}
