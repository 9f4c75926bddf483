// A page that is to be printed: its button, the day of print (which may not be the day it was fetched), and the words in
// the foot of each sheet, which a style sheet alone cannot know.
(() => {
  const root = document.documentElement;

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  function prepare() {
    const language = root.lang === "en" ? "en-GB" : root.lang;
    const today = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" }).format(new Date());
    for (const time of document.querySelectorAll("[data-printed]")) time.textContent = today;
    const foot = document.querySelector("[data-print-foot]");
    if (foot) root.style.setProperty("--print-foot", JSON.stringify(foot.textContent.trim()));
  }

  prepare();
  window.addEventListener("beforeprint", prepare);
})();
