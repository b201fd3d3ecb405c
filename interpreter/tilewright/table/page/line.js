import { Unpacking } from "./unpack.js";

// The line to the server. It is opened again when it is cut, and what was not answered is sent again; the server makes it once.
const SILENCE = 40000, PING = 15000;

export class Line {
  constructor(heard, cut) {
    Object.assign(this, { heard, cut, socket: null, hello: null, cuts: 0, last: 0 });
    this.pending = new Map();
    this.unpacking = new Unpacking();
    setInterval(() => this.beat(), PING);
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.hello && this.socket.readyState > 1) this.connect(); });
  }

  // Begins as somebody; whatever was asked as somebody else is forgotten.
  open(hello) {
    this.end();
    this.hello = hello;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.last = Date.now();
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify(this.hello()));
      for (const message of this.pending.values()) socket.send(JSON.stringify(message));
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.last = Date.now();
      const message = this.unpacking.open(JSON.parse(event.data));
      // Whoever is told to come again does; everybody else is not wanted.
      if (message.t === "bye" && message.code === "again") return;
      if (message.t === "bye" && message.code !== "again") this.hello = null;
      if (message.t === "scene") this.cuts = 0;
      this.pending.delete(message.id);
      this.heard(message);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket || !this.hello) return;
      this.cut();
      this.timer = setTimeout(() => this.connect(), Math.min(500 * 2 ** this.cuts++, 8000));
    });
  }

  end() {
    const socket = this.socket;
    clearTimeout(this.timer);
    this.pending.clear();
    this.socket = this.hello = null;
    socket?.close();
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Asks for something that must not be lost.
  ask(message) {
    const id = Math.random().toString(36).slice(2) + Date.now().toString(36);
    this.pending.set(id, { ...message, id });
    this.send({ ...message, id });
    return id;
  }

  // A line that says nothing for long is none.
  beat() {
    if (!this.hello || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.last > SILENCE) this.socket.close();
    else this.send({ t: "ping" });
  }
}
