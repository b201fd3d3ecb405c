// Messages as they were before `packing.py` made them small: drawings by number, and of things only what is new.
const USUAL = { layer: 0, kind: "", item: "", owner: null, label: "", size: [0, 0], turned: 0 };

export class Unpacking {
  drawings = [];
  things = new Map();

  open(message) {
    if (message.t !== "scene" && message.t !== "step") return message;
    if (message.things) { this.drawings = []; this.things.clear(); }
    this.drawings.push(...(message.drawings || []));
    for (const id of message.drop || []) this.things.delete(id);
    const list = message.things ? "things" : "set";
    return { drop: [], log: [], ...message, [list]: (message[list] || []).map((thing) => this.thing(thing)) };
  }

  thing(told) {
    const { drawn, ...before } = this.things.get(told.id) || { ...USUAL, drawn: undefined };
    const number = told.node ?? drawn;
    const now = { ...before, ...told, drawn: number, node: this.drawings[number] };
    this.things.set(told.id, now);
    return now;
  }
}
