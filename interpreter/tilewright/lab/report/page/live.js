// What an interactive page does more: marks that say what they are, rows that are searched, series
// that are switched. All it says stands in the page already.
{
  const lang = document.documentElement.lang, near = 20, edge = 8;
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const text = (one) => one?.textContent.trim() ?? "";
  const element = (tag, said = "") => Object.assign(document.createElement(tag), { textContent: said });
  const plain = (said) => said.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(lang);

  // -- marks: what each says, and which ones the arrow keys reach from it --------------------------

  const says = new Map(), groups = [];
  const seen = (mark) => !mark.closest(".off, .left-out");
  const take = (mark, group, said) => {
    says.set(mark, { group, ...said });
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", [said.name, said.told, said.about].filter(Boolean).join(", "));
  };
  for (const svg of all("svg.plot, svg.map")) {
    const marks = all(".column, .catch, .heat", svg), own = svg.querySelector("title");
    const about = svg.matches(".plot") ? text(all(":scope > text", svg).pop()) : "";
    const group = { all: () => marks, flat: svg.matches(".map") };
    for (const mark of marks) {
      const title = mark.querySelector("title");
      take(mark, group, { told: text(title), about });
      title.remove();
    }
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", text(own));
    own.remove();
    all("text", svg).forEach((one) => one.setAttribute("aria-hidden", "true"));
    groups.push(group);
  }
  for (const table of all("table")) {
    const groupOf = new Map();
    for (const svg of all("tbody td svg.row", table)) {
      const cell = svg.closest("td"), row = cell.parentNode, at = cell.cellIndex;
      if (!groupOf.has(at)) {
        groupOf.set(at, { all: () => [...table.tBodies[0].rows].map((one) => one.cells[at].querySelector("svg.row")).filter(Boolean) });
      }
      const head = table.tHead.rows[0].cells[at].querySelector(".name");
      take(svg, groupOf.get(at), { name: text(row.cells[0].querySelector("span")), told: text(svg.querySelector("title")), about: text(head) });
      svg.querySelector("title").remove();
    }
    groups.push(...groupOf.values());
  }
  // The tab key goes to one mark of each picture.
  const stop = (group, wanted) => {
    const marks = group.all().filter(seen), one = marks.includes(wanted) ? wanted : marks[0];
    group.all().forEach((mark) => mark.setAttribute("tabindex", mark === one ? "0" : "-1"));
  };
  const stops = () => groups.forEach((group) => stop(group, group.all().find((mark) => mark.tabIndex === 0)));

  // -- the label, and what is about the same -------------------------------------------------------

  const label = element("div"), marked = new Set();
  label.className = "tip";
  label.hidden = true;
  label.setAttribute("aria-hidden", "true");
  document.body.append(label);
  let pointed = null, focused = null, pinned = null, over = null;
  const keys = (one) => one?.closest("[data-of]")?.dataset.of.split(" ") ?? [];
  const same = new Map();
  for (const one of all("[data-of]")) {
    for (const key of keys(one)) same.set(key, [...(same.get(key) ?? []), one]);
  }
  const place = (mark) => {
    const at = (mark.querySelector(".dot, .column") ?? mark).getBoundingClientRect();
    const high = label.offsetHeight, wide = label.offsetWidth, nav = document.querySelector("nav").getBoundingClientRect().bottom;
    label.classList.toggle("away", at.bottom < nav || at.top > innerHeight);
    const above = at.top - high - edge;
    label.style.top = `${above > nav ? above : at.bottom + edge}px`;
    label.style.left = `${Math.max(edge, Math.min(at.left + (at.width - wide) / 2, document.documentElement.clientWidth - wide - edge))}px`;
  };
  const draw = () => {
    const mark = [pointed, focused, pinned].find((one) => one && seen(one));
    const lit = [mark, over, pinned].flatMap(keys).flatMap((key) => same.get(key));
    const now = new Set([mark, pinned, ...lit].filter(Boolean));
    for (const one of marked) if (!now.has(one)) one.classList.remove("same", "kept");
    marked.clear();
    for (const one of now) {
      marked.add(one);
      one.classList.add("same");
      one.classList.toggle("kept", one === pinned);
    }
    label.hidden = !mark;
    if (!mark) return;
    const { name, told, about } = says.get(mark);
    label.replaceChildren(...[["b", name], ["span", told], ["small", about]].filter(([, said]) => said).map(([tag, said]) => element(tag, said)));
    place(mark);
  };
  const middle = (mark) => {
    const at = mark.getBoundingClientRect();
    return [at.left + at.width / 2, at.top + at.height / 2];
  };
  const markAt = ({ target, clientX, clientY }) => {
    const svg = target.closest?.("svg.row, svg.plot, svg.map");
    if (!svg || says.has(svg)) return svg ?? null;
    if (svg.matches(".map") && says.has(target) && seen(target)) return target;
    const far = (mark) => {
      const [x, y] = middle(mark);
      return svg.matches(".plot") ? Math.abs(x - clientX) : Math.hypot(x - clientX, y - clientY);
    };
    const [best] = all(".column, .catch, .heat", svg).filter((mark) => says.has(mark) && seen(mark))
      .map((mark) => [mark, far(mark)]).sort((a, b) => a[1] - b[1]);
    return best && (svg.matches(".plot") || best[1] < near) ? best[0] : null;
  };
  const point = (event) => {
    const mark = event && markAt(event), row = event?.target.closest?.("[data-of]") ?? null;
    if (mark === pointed && row === over) return;
    [pointed, over] = [mark, row];
    draw();
  };
  const keep = (mark) => {
    pinned = mark === pinned ? null : mark;
    draw();
  };
  const letGo = () => {
    pointed = focused = pinned = over = null;
    draw();
  };
  document.addEventListener("pointermove", point);
  document.addEventListener("pointerdown", point);
  document.documentElement.addEventListener("pointerleave", () => point(null));
  document.addEventListener("pointercancel", () => point(null));
  document.addEventListener("click", (event) => {
    const mark = markAt(event);
    // What is chosen elsewhere does not let go of a mark.
    if (mark) keep(mark);
    else if (!event.target.closest?.("a, button, input, select, label, summary")) letGo();
  });
  document.addEventListener("focusin", ({ target }) => {
    focused = says.has(target) && target.matches(":focus-visible") ? target : null;
    if (says.has(target)) stop(says.get(target).group, target);
    draw();
  });
  document.addEventListener("focusout", () => {
    focused = null;
    draw();
  });
  for (const what of ["scroll", "resize"]) addEventListener(what, draw, { capture: true, passive: true });

  // -- keys ----------------------------------------------------------------------------------------

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const beside = (mark, group, [right, down]) => {
    const marks = group.all().filter(seen), at = marks.indexOf(mark);
    if (!group.flat) return marks[at + right + down];
    // On a board the next mark is the nearest one in that direction.
    const [x, y] = middle(mark);
    return marks.map((one) => {
      const [a, b] = middle(one), along = (a - x) * right + (b - y) * down, across = Math.abs((a - x) * down) + Math.abs((b - y) * right);
      return [one, along > 1 ? along + 2 * across : Infinity];
    }).filter(([, far]) => far < Infinity).sort((a, b) => a[1] - b[1])[0]?.[0];
  };
  document.addEventListener("keydown", (event) => {
    const mark = document.activeElement, { key } = event;
    if (key === "Escape") return letGo();
    if (!says.has(mark) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { group } = says.get(mark), marks = group.all().filter(seen);
    const next = key === "Home" ? marks[0] : key === "End" ? marks[marks.length - 1] : ways[key] && beside(mark, group, ways[key]);
    if (key === "Enter" || key === " ") keep(mark);
    else if (!ways[key] && !next) return;
    event.preventDefault();
    next?.focus();
  });

  // -- rows that are searched and put in order -----------------------------------------------------

  for (const tools of all(".search")) {
    const find = tools.querySelector("[type=search]"), only = tools.querySelector("[type=checkbox]");
    const order = tools.querySelector("select"), turn = tools.querySelector(".turn"), told = tools.querySelector("output");
    const table = tools.closest(".live").nextElementSibling.querySelector("table"), body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells], written = [...body.rows], first = heads.map((head) => head.getAttribute("aria-sort"));
    const folded = all("details", tools.closest("section")), rows = [...written, ...folded.flatMap((one) => all("tbody tr", one))];
    const names = new Map(rows.map((row) => [row, plain(text(row.cells[0]))]));
    let opened = null;
    const show = () => {
      const wanted = plain(find.value).split(/\s+/).filter(Boolean);
      for (const row of rows) {
        const out = !wanted.every((word) => names.get(row).includes(word)) || (only !== null && only.checked && row.dataset.tells === "no");
        row.classList.toggle("left-out", out);
      }
      if (wanted.length && !opened) opened = folded.filter((one) => one.open);
      for (const one of folded) {
        const empty = !one.querySelector("tbody tr:not(.left-out)");
        one.classList.toggle("left-out", empty);
        if (wanted.length) one.open = !empty;
        else if (opened) one.open = opened.includes(one);
      }
      if (!wanted.length) opened = null;
      const shown = rows.filter((row) => !row.matches(".left-out")).length;
      told.textContent = told.dataset.said.replace("{n}", shown.toLocaleString(lang)).replace("{count}", rows.length.toLocaleString(lang));
      stops();
      draw();
    };
    const sorted = () => heads.findIndex((head) => head.hasAttribute("aria-sort"));
    const tell = () => {
      order.value = sorted() < 0 ? "" : sorted();
      turn.disabled = sorted() < 0;
      stops();
      draw();
    };
    heads.forEach((head, at) => {
      if (head.querySelector("button")) order.append(Object.assign(element("option", text(head.querySelector(".name"))), { value: at }));
    });
    find.addEventListener("input", show);
    only?.addEventListener("change", show);
    order.addEventListener("change", () => {
      if (order.value !== "") return heads[order.value].querySelector("button").click();
      heads.forEach((head, at) => first[at] ? head.setAttribute("aria-sort", first[at]) : head.removeAttribute("aria-sort"));
      body.append(...written);
      tell();
    });
    turn.addEventListener("click", () => heads[sorted()].querySelector("button").click());
    table.tHead.addEventListener("click", tell);
    tell();
    show();
  }

  // -- series --------------------------------------------------------------------------------------

  for (const legend of all(".legend")) {
    const buttons = all("button", legend), within = legend.closest(".live").nextElementSibling;
    legend.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
      for (const { dataset: { marks } } of buttons) {
        for (const one of all(marks, within)) {
          one.classList.toggle("off", buttons.some((b) => b.getAttribute("aria-pressed") === "false" && one.matches(b.dataset.marks)));
        }
      }
      stops();
      draw();
    });
  }
  all(".live").forEach((one) => { one.hidden = false; });
  stops();
}
