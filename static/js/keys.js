// The keys of a page: which there are stands in its dialog (templates/kit/_keys.html), `?` opens it.
// A page has its own with `window.pageKeys({ ArrowLeft: (event) => … })`. No key does anything while somebody types,
// while a dialog or a panel is open, or once the reader has turned them off.
(() => {
  const OFF = "keys-off";
  const dialog = () => document.getElementById("keys");
  const actions = {};
  let off = false;
  try { off = localStorage.getItem(OFF) === "yes"; } catch { /* a browser that keeps nothing */ }

  const typing = (element) => element?.matches?.("input, select, textarea, [contenteditable]");
  const covered = () => document.querySelector("dialog[open], [popover]:popover-open");

  function show() { if (!dialog().open) dialog().showModal(); }

  document.addEventListener("keydown", (event) => {
    if (off || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target) || covered()) return;
    const action = event.key === "?" ? show : actions[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const on = document.getElementById("keys-on");
    on.checked = !off;
    on.addEventListener("change", () => {
      off = !on.checked;
      try { localStorage.setItem(OFF, off ? "yes" : ""); } catch { /* for this page alone */ }
    });
    reveal();
  });

  // The button is of use where scripts run; a page that is made again has it hidden again.
  function reveal() { for (const button of document.querySelectorAll("[data-keys]")) button.hidden = false; }
  document.addEventListener("htmx:after:swap", reveal);
  document.addEventListener("click", (event) => { if (event.target.closest("[data-keys]")) show(); });

  window.pageKeys = (more) => Object.assign(actions, more);
})();
