// The line to the casino: one live stream for all pages of a browser. A SharedWorker runs this script and holds it; in
// a browser that has none each page runs it for itself (live.js).
//
// A page joins with the address of its stream, `/floor/live?table=RF1`, and who reads it; it hears `pulse`, `poke` when
// one of its tables was touched, and `lost`. The stream is opened for the tables of all its pages together.
(() => {
  const SILENT_MS = 8000; // the server pulses every 3 s
  const WAITS_MS = [400, 1000, 2000, 3000];
  const lines = new Map(); // by address and reader

  class Line {
    pages = new Map(); // the port of each page, and its tables: null for all
    fresh = new Set(); // ports that have joined since the stream last said anything
    position = "";
    failures = 0;
    isUp = false;

    constructor(address) { this.address = address; }

    join(port, tables) {
      this.pages.set(port, tables);
      // What happened between the making of a page and its joining is known to nobody here: one fetch too many.
      if (this.isUp && this.covers(tables)) return port.postMessage({ type: "poke" });
      this.fresh.add(port);
      if (!this.source || !this.covers(tables)) this.open();
    }

    leave(port) {
      this.pages.delete(port);
      this.fresh.delete(port);
      if (!this.pages.size) this.close();
    }

    covers(tables) {
      return this.opened === null || (tables !== null && tables.every((table) => this.opened?.has(table)));
    }

    wanted() {
      const all = [...this.pages.values()];
      return all.includes(null) ? null : new Set(all.flat());
    }

    open() {
      this.close();
      this.opened = this.wanted();
      const query = new URLSearchParams([...(this.opened ?? [])].map((table) => ["table", table]));
      if (this.position) query.set("after", this.position);
      this.source = new EventSource(`${this.address}?${query}`);
      this.source.addEventListener("pulse", (event) => {
        this.hear(event);
        this.tell({ type: "pulse", data: event.data });
      });
      this.source.addEventListener("poke", (event) => {
        this.hear(event);
        const touched = JSON.parse(event.data);
        this.tell({ type: "poke" }, (tables) => !touched || !tables || tables.some((table) => touched.includes(table)));
      });
      this.source.addEventListener("error", () => this.lose());
      this.watch();
    }

    close() {
      this.source?.close();
      this.source = null;
      this.isUp = false;
      clearTimeout(this.silence);
      clearTimeout(this.again);
    }

    hear(event) {
      this.position = event.lastEventId;
      this.failures = 0;
      this.isUp = true;
      for (const port of this.fresh) port.postMessage({ type: "poke" });
      this.fresh.clear();
      this.watch();
    }

    // A line that was cut without a word says nothing any more, and no error comes.
    watch() {
      clearTimeout(this.silence);
      this.silence = setTimeout(() => this.lose(), SILENT_MS);
    }

    lose() {
      this.close();
      this.tell({ type: "lost" });
      const wait = WAITS_MS[Math.min(this.failures++, WAITS_MS.length - 1)];
      // Not all screens of a casino at the same moment.
      this.again = setTimeout(() => this.open(), wait * (0.7 + 0.6 * Math.random()));
    }

    tell(message, concerns = () => true) {
      for (const [port, tables] of this.pages) if (concerns(tables)) port.postMessage(message);
    }
  }

  function serve(port) {
    let key = "";
    function leave() {
      const line = lines.get(key);
      line?.leave(port);
      if (line && !line.pages.size) lines.delete(key);
    }
    port.onmessage = ({ data }) => {
      leave();
      if (!data.stream) return;
      const [address, query] = data.stream.split("?");
      const tables = new URLSearchParams(query).getAll("table");
      key = `${address} ${data.who}`;
      if (!lines.has(key)) lines.set(key, new Line(address));
      lines.get(key).join(port, tables.length ? tables : null);
    };
  }

  if (self.SharedWorkerGlobalScope) self.onconnect = (event) => serve(event.ports[0]);
  else window.serveLine = serve;
})();
