/* What every page needs: words, notices, times, dialogs, shortcuts, the way to what waits.
   Loaded after htmx and before the other scripts, which use `Table`. The markup is described in docs/frontend.md. */
"use strict";

const Table = (() => {
  const page = document.documentElement;
  const words = document.getElementById("texts")?.dataset ?? {};

  /** The page's own words, so that they are translated where all others are. */
  const text = key => words[key] ?? key;

  function element(tag, className, content) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = content;
    return made;
  }

  /** localStorage may be switched off or full; nothing here may fail because of that. */
  const memory = {
    get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* forgets */ } },
    forget(key) { try { localStorage.removeItem(key); } catch { /* forgets */ } },
  };

  // One polite region, fed in batches: a tab that returns to a hundred rows must not read out a hundred sentences.
  let unspoken = [];
  function announce(sentence) {
    if (!unspoken.length) setTimeout(speak, 150);
    unspoken.push(sentence);
  }
  function speak() {
    const lines = unspoken.slice(-5).map(sentence => element("span", "", sentence + " "));
    document.getElementById("announce")?.replaceChildren(...lines);
    unspoken = [];
  }

  // ---- notices, made by the page or by an answer: each once, three at most, news for a few seconds only ----------------
  const shelf = document.getElementById("notices");
  const saying = box => box.querySelector("p")?.textContent;
  function arrived(box) {
    [...shelf.children].filter(other => other !== box && saying(other) === saying(box)).forEach(same => same.remove());
    [...shelf.children].slice(0, -3).forEach(oldest => oldest.remove());
    if ("brief" in box.dataset) pass(box);
    announce(saying(box));
  }
  /** Time does not run out for somebody who is reading it or about to press its button. */
  function pass(box) {
    setTimeout(() => box.matches(":hover, :focus-within") ? pass(box) : box.remove(), 6000);
  }
  const news = new MutationObserver(changes => changes.flatMap(change => [...change.addedNodes]).filter(node => node.matches?.(".notice")).forEach(arrived));
  /** A notice made by the page itself; the server's arrive as <hx-partial hx-target="#notices">. */
  function notice(message, label, run) {
    const box = element("div", "notice is-error", "");
    box.append(element("p", "", message));
    if (label) box.append(button(label, "btn", () => { box.remove(); run(); }));
    box.append(button(text("close"), "btn btn-bare", () => box.remove()));
    shelf.append(box);
    return box;
  }
  function button(label, className, run) {
    const made = element("button", className, label);
    made.type = "button";
    made.addEventListener("click", run);
    return made;
  }

  // Times: frames carry UTC only (one rendering serves many readers), so each browser writes them its own way.
  const formats = {
    time: { hour: "2-digit", minute: "2-digit" },
    date: { dateStyle: "long" },
    full: { dateStyle: "medium", timeStyle: "short" },
  };
  const locale = page.lang === "en" ? "en-GB" : page.lang || undefined;      // 2 December 2026, as the server writes it
  function format(moment, kind, timeZone = document.body.dataset.timezone || undefined) {
    try {
      return new Intl.DateTimeFormat(locale, { ...formats[kind], timeZone }).format(moment);
    } catch {
      return format(moment, kind, "UTC");     // an unknown zone name
    }
  }
  function showTime(time) {
    const written = time.getAttribute("datetime") ?? "", moment = new Date(written);
    if (isNaN(moment)) return;
    const dayOnly = /^\d{4}-\d\d-\d\d$/.test(written);
    const today = format(moment, "date") === format(new Date(), "date");
    const kind = time.dataset.format || (dayOnly ? "date" : today ? "time" : "full");
    time.textContent = format(moment, kind, dayOnly ? "UTC" : undefined);
    if (!dayOnly) time.title = format(moment, "full");
  }
  function showTimes(root) {
    root.querySelectorAll("time[datetime]").forEach(showTime);
    if (root.matches("time[datetime]")) showTime(root);
  }

  function openDialog(opener) {
    document.querySelector(`${opener.dataset.dialog}:not([open])`)?.showModal();
  }
  /** What an opener fills may still hold another row's. */
  const empty = opener => document.querySelector(opener.getAttribute("hx-target")).replaceChildren();

  function step(pressed) {
    const field = pressed.closest(".stepper").querySelector("input");
    const { min = -Infinity, max = Infinity } = field.dataset;
    const moved = (parseInt(field.value.replace("−", "-"), 10) || 0) + Number(pressed.dataset.step);
    put(field, Math.min(Math.max(moved, Number(min)), Number(max)));
  }
  function put(field, value) {
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }

  // Lists in a form: modifiers with reasons, participants.
  function addItem(adder) {
    const list = document.getElementById(adder.dataset.to);
    list.append(document.getElementById(adder.dataset.add).content.cloneNode(true));
    htmx.process(list);
    list.lastElementChild.querySelector("input, select, textarea")?.focus();
    changed(list);
  }
  function dropItem(dropper) {
    const list = dropper.closest("[data-item]").parentElement;
    dropper.closest("[data-item]").remove();
    document.querySelector(`[data-to="${list.id}"]`)?.focus();   // the pressed button is gone
    changed(list);
  }
  const changed = where => where.dispatchEvent(new Event("change", { bubbles: true }));
  // Every button that needs no server, found by its attribute: works for rows that arrive later, too.
  const clicks = {
    "[hx-get]:is([data-dialog], [popovertarget])": empty,
    "[data-dialog]": openDialog,
    "[data-close]": pressed => pressed.closest("dialog")?.close(),
    "[data-dismiss]": pressed => pressed.closest(".notice").remove(),
    "[data-step]": step,
    "[data-print]": () => print(),
    "[data-put]": pressed => put(document.getElementById(pressed.dataset.into), pressed.dataset.put),
    "[data-pick]": pressed => document.getElementById(pressed.dataset.pick).click(),
    "[data-add]": addItem,
    "[data-drop]": dropItem,
  };
  document.addEventListener("click", event => {
    for (const [selector, run] of Object.entries(clicks)) {
      const pressed = event.target.closest(selector);
      if (pressed) run(pressed);
    }
  });

  // Shortcuts: single letters, so they must be possible to switch off (WCAG 2.1.4) and stay away from typing.
  const typing = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.target.closest(typing)) return;
    if (document.querySelector("dialog[open]") || (memory.get("keys-off") && event.key !== "?")) return;
    const wanted = event.key === "?" ? document.getElementById("keys") : keyed(event.key);
    if (!wanted) return;
    event.preventDefault();
    if (wanted.matches("dialog")) listKeys(wanted);
    else if (wanted.matches(typing)) wanted.focus();
    else wanted.click();
  });
  const shown = one => one.checkVisibility?.() ?? one.offsetParent;
  const keyed = key => [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find(shown);
  function listKeys(dialog) {
    const names = new Map([...document.querySelectorAll("[data-key]")].map(one =>
      [one.dataset.key, one.dataset.keyLabel || one.ariaLabel || (one.labels?.[0] ?? one).textContent.trim()]));
    const list = [...names].flatMap(([key, name]) => {
      const term = element("dt", "", "");
      term.append(element("kbd", "", key));
      return [term, element("dd", "", name)];
    });
    dialog.querySelector("[data-keys-list]")?.replaceChildren(...list);
    for (const off of dialog.querySelectorAll("[data-keys-off]")) off.checked = Boolean(memory.get("keys-off"));
    dialog.showModal();
  }
  document.addEventListener("change", event => {
    if (event.target.matches("[data-keys-off]")) memory.set("keys-off", event.target.checked);
  });

  // What waits for its reader out of sight, or under the bars: one link above the roll bar leads back to it.
  const back = document.getElementById("waits"), away = new WeakSet();
  const sight = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) away[isIntersecting ? "delete" : "add"](target);
    lead();
  }, { rootMargin: "-10% 0px -25%" });
  function lead() {
    const cards = [...document.querySelectorAll("[data-waits]")], card = cards.find(one => away.has(one));
    cards.forEach(one => sight.observe(one));      // each is looked at once, and when that changes
    back.hidden = !card;
    if (card) [back.hash, back.lastElementChild.textContent] = [card.id, card.dataset.waits];
  }
  const anywhere = { childList: true, subtree: true, attributeFilter: ["data-waits"] };
  if (back) new MutationObserver(lead).observe(document.getElementById("content"), anywhere);
  if (back) lead();

  document.addEventListener("htmx:after:process", ({ target }) => target.matches && showTimes(target));
  showTimes(document.body);
  document.querySelectorAll(".notice").forEach(arrived);
  news.observe(shelf, { childList: true });

  return { text, announce, notice, pass, memory, showTime };
})();
