// The count of the float: keys that write into the field at hand, and sums that follow what is counted.
(() => {
  document.documentElement.classList.add("has-keys");
  const pad = () => document.getElementById("panel-float");
  const fields = () => [...pad().querySelectorAll("[data-pieces]")];
  let atHand = null;

  const decimals = () => Number(pad().dataset.decimals);
  const inMoney = (minor) => window.houseFigures.money(minor, decimals());

  // What a field says: null while nothing is written there or it is no number of pieces.
  const piecesIn = (field) => (/^[0-9]{1,5}$/.test(field.value.trim()) ? Number(field.value) : null);

  function minorOf(row) {
    if (row.dataset.minor !== undefined) return Number(row.dataset.minor);
    return window.houseFigures.minor(row.querySelector("[data-minor-from]").value, decimals());
  }

  function say(output, difference, words) {
    if (!output) return;
    output.textContent = words;
    output.classList.toggle("is-off", words !== "" && difference !== 0);
    output.classList.toggle("agrees", words !== "" && difference === 0);
  }

  function sayCell(field) {
    const output = field.parentElement.querySelector("[data-cell-difference]");
    const found = piecesIn(field);
    const difference = (found ?? 0) - Number(field.dataset.expected);
    const more = difference > 0 ? `+${difference}` : `\u2013${-difference}`;
    say(output, difference, found === null ? "" : difference === 0 ? "\u2713" : more);
  }

  function addUp() {
    const form = pad();
    if (!form) return;
    let total = 0;
    for (const row of form.querySelectorAll(".float-rows tr:has([data-worth])")) {
      const inRow = [...row.querySelectorAll("[data-pieces]")];
      const worth = minorOf(row) * inRow.reduce((sum, field) => sum + (piecesIn(field) ?? 0), 0);
      row.querySelector("[data-worth]").textContent = worth ? inMoney(worth) : "";
      inRow.forEach(sayCell);
      total += worth;
    }
    // Chips in the boxes of colours have no value of their own.
    form.querySelectorAll("[data-box] [data-pieces]").forEach(sayCell);
    form.querySelector("[data-total]").textContent = inMoney(total);
    const begun = [...form.querySelectorAll("tr:has([data-worth]) [data-pieces]")].some((field) => piecesIn(field) !== null);
    const difference = total - Number(form.dataset.expected);
    say(form.querySelector("[data-difference]"), difference, begun ? inMoney(difference) : "");
  }

  function toNext(field) {
    const all = fields();
    all[(all.indexOf(field) + 1) % all.length].focus();
  }

  function press(key) {
    const field = atHand?.isConnected ? atHand : fields()[0];
    if (document.activeElement !== field) field.focus();
    if (key === "next") { toNext(field); return; }
    if (key === "clear") field.value = field.value.slice(0, -1);
    else if (field.value.length < field.maxLength) field.value += key;
    addUp();
  }

  document.addEventListener("pointerdown", (event) => {
    // A finger counts on the keys here: the tablet's own keyboard would hide the rows.
    if (event.target.matches?.("#panel-float [data-pieces]")) {
      event.target.inputMode = event.pointerType === "touch" ? "none" : "numeric";
    }
    // A key takes the focus from no field.
    if (event.target.closest?.("#panel-float [data-key]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("#panel-float [data-key]");
    if (key) press(key.dataset.key);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("#panel-float [data-pieces]")) atHand = event.target;
  });
  document.addEventListener("input", (event) => { if (event.target.closest?.("#panel-float")) addUp(); });
  document.addEventListener("keydown", (event) => {
    // Enter goes on to the next value: a count is sent by its button.
    if (event.key !== "Enter" || !event.target.matches?.("#panel-float [data-pieces]")) return;
    event.preventDefault();
    toNext(event.target);
  });
  document.addEventListener("toggle", (event) => { if (event.target.id === "panel-float") addUp(); }, true);
})();
