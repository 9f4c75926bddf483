// A session in which nobody acts is locked. The page is covered then, and opened in its place: what was typed is there.
(() => {
  const { lockAfter, locked, stillHere } = document.body.dataset;
  const after = Number(lockAfter) * 1000;
  const TELL_EVERY_MS = Math.min(60000, after / 4 || 60000);
  let touched = Date.now();
  let told = Date.now();
  let cover = null;
  let asking = false;

  const byScript = { "HX-Request": "true", "HX-Current-URL": location.href, "Opened-In-Place": "yes" };
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";

  // ---- somebody touches or types: the house is told, at most so often

  async function tell() {
    told = Date.now();
    try {
      const answer = await fetch(stillHere, { method: "POST", headers: { ...byScript, "X-CSRFToken": token() } });
      if (answer.headers.has("Session-Locked")) ask();
    } catch { /* the line is broken: what is asked next says so */ }
  }

  for (const kind of ["pointerdown", "keydown", "input"]) {
    document.addEventListener(kind, () => {
      if (cover) return;
      touched = Date.now();
      if (after && touched - told >= TELL_EVERY_MS) tell();
    }, { capture: true, passive: true });
  }

  setInterval(() => {
    if (after && !cover && Date.now() - touched > after) ask();
  }, 1000);

  // ---- is it locked? then the page is covered

  async function ask() {
    if (asking || cover) return;
    asking = true;
    try {
      const answer = await fetch(locked, { headers: { "Opened-In-Place": "yes" } });
      if (answer.status === 204) touched = Date.now() - after + Math.min(after, 30000); // somebody acts in another window
      else await show(answer);
    } catch { touched = Date.now() - after + 5000; /* the line is broken: ask again soon */ } finally { asking = false; }
  }

  async function show(answer) {
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("locked");
    if (!next) { location.reload(); return; } // signed out meanwhile
    if (!cover) {
      cover = document.createElement("dialog");
      cover.className = "lock-cover";
      cover.addEventListener("cancel", (event) => event.preventDefault());
      // A browser may close a dialog by Escape all the same: this one opens again.
      cover.addEventListener("close", () => { if (cover?.isConnected) cover.showModal(); });
      cover.addEventListener("submit", open);
      document.body.append(cover);
      document.documentElement.classList.add("is-covered");
      cover.replaceChildren(next);
      cover.showModal();
    } else cover.replaceChildren(next);
    cover.querySelector("[autofocus]")?.focus();
  }

  async function open(event) {
    const form = event.target;
    if (!form.elements.secret) return; // signs out: the page is left
    event.preventDefault();
    try {
      const answer = await fetch(form.action, {
        method: "POST", headers: { "Opened-In-Place": "yes" }, body: new URLSearchParams(new FormData(form)),
      });
      if (answer.status !== 204) { await show(answer); return; }
    } catch { return; /* the line is broken: it is pressed again */ }
    document.documentElement.classList.remove("is-covered");
    cover.remove();
    cover = null;
    touched = told = Date.now();
    document.getElementById("live")?.dispatchEvent(new CustomEvent("poke", { bubbles: true }));
  }

  document.addEventListener("htmx:response:error", (event) => {
    if (event.detail.ctx.response.headers?.has("Session-Locked")) ask();
  });

  // A page out of the browser's memory may be of a session that is locked by now, or of another person.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    document.documentElement.classList.add("is-covered");
    location.reload();
  });
})();
