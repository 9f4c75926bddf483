// The page's clock, and everything on it that counts up or down. The server's time rules: a tablet's own clock
// may be wrong, so its difference is taken from the page and again from each pulse of the live stream.
//
//   data-clock                         the time of day, hh:mm
//   data-since data-unit="min|s"       how long ago that was
//   data-until                         how long until then, mm:ss, or +mm:ss since
//   .meter[data-since][data-of][data-warn]   a bar: seconds used of `of`, due from `warn` on (data-overrun
//                                      where going over is a breach)
//   data-moment                        on what shows a past moment: in it all of these stand as they stood then
(() => {
  let ahead = 0;
  const setTime = (iso) => { ahead = new Date(iso).getTime() - Date.now(); };
  const now = () => Date.now() + ahead;
  const timeFor = (element) => Date.parse(element.closest("[data-moment]")?.dataset.moment ?? "") || now();
  const two = (value) => String(value).padStart(2, "0");
  const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  function span(seconds) {
    const past = seconds < 0 ? "+" : "";
    const whole = Math.floor(Math.abs(seconds));
    const hours = Math.floor(whole / 3600);
    const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    return past + (hours ? `${hours}:${rest}` : rest);
  }

  function elapsed(element) {
    return Math.max(0, (timeFor(element) - Date.parse(element.dataset.since)) / 1000);
  }

  function tone(element, due, broken) {
    element.classList.toggle("is-broken", broken);
    element.classList.toggle("is-due", due && !broken);
  }

  function tick() {
    const time = new Date(now());
    for (const clock of document.querySelectorAll("[data-clock]")) {
      write(clock, new Intl.DateTimeFormat("en-GB", {
        hour: "2-digit", minute: "2-digit", timeZone: clock.dataset.clock || undefined,
      }).format(time));
    }
    for (const element of document.querySelectorAll("[data-since][data-unit]")) {
      const seconds = elapsed(element);
      write(element, element.dataset.unit === "s" && seconds < 100 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`);
    }
    for (const element of document.querySelectorAll("[data-until]")) {
      const left = (Date.parse(element.dataset.until) - timeFor(element)) / 1000;
      write(element, span(left));
      const warned = element.dataset.warn && timeFor(element) >= Date.parse(element.dataset.warn);
      const owner = element.closest(".deadline");
      if (owner) tone(owner, warned, left < 0);
    }
    for (const meter of document.querySelectorAll(".meter[data-of]")) {
      const seconds = elapsed(meter);
      const of = Number(meter.dataset.of);
      meter.querySelector("progress").value = Math.min(seconds, of);
      tone(meter, seconds >= Number(meter.dataset.warn), seconds >= of);
    }
  }

  // Amounts as the reader's language writes them: the page says how (casino/kit/money.py).
  const money = (minor, decimals) => {
    const { thousands, point } = document.body.dataset;
    const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
    const units = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, thousands);
    return `${minor < 0 ? "\u2013 " : ""}${units}${decimals ? point + digits.slice(-decimals) : ""}`;
  };

  // Minor units of an amount as it is typed; 0 while it is no amount of a currency with so many decimals.
  const minor = (typed, decimals) => {
    const [units, fraction = "", ...more] = typed.trim().replace(",", ".").split(".");
    const isAmount = /^[0-9]{1,10}$/.test(units) && /^[0-9]*$/.test(fraction) && !more.length;
    return isAmount && fraction.length <= decimals ? Number(units + fraction.padEnd(decimals, "0")) : 0;
  };

  window.houseFigures = { money, minor };
  window.houseClock = { setTime, now };
  document.addEventListener("DOMContentLoaded", () => {
    setTime(document.body.dataset.now);
    tick();
    setInterval(tick, 1000);
  });
  document.addEventListener("htmx:after:swap", tick);
})();
