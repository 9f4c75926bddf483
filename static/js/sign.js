// The sign for guests renews itself. One that could not be renewed for a while shows no limits: others may be in force.
(() => {
  const page = () => document.getElementById("page");
  let renewed = Date.now();

  document.addEventListener("htmx:after:swap", () => {
    renewed = Date.now();
    document.body.classList.remove("is-stale");
  });
  setInterval(() => {
    const most = Number(page().dataset.staleAfter) * 1000;
    document.body.classList.toggle("is-stale", Date.now() - renewed > most);
  }, 1000);
  // A telephone that was put away asks at once when it is looked at again.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) page().dispatchEvent(new CustomEvent("renew"));
  });
})();
