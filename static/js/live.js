/* The log's rows and the live stream, one per page. Loaded last. The contract is in docs/frontend.md.
   htmx applies the frames; we read the stream ourselves, because hx-sse 4.0.1 never retries a first connect, retries a refusal
   for ever, does not notice a silent network and keeps the stream of a tab that was opened in the background. */
"use strict";

// ---- swaps: rows in their place, each spoken once ------------------------------------------------------------------------
(() => {
  const said = new Map();              // row id -> its last sentence, for pages that show no log
  const scrollStays = CSS.supports("overflow-anchor", "auto");
  let internal;

  const rows = log => [...log.querySelectorAll(":scope > [data-at]")];
  const age = row => row.dataset.at + row.id;
  /** Newest first. A row that is already there is changed in place, so a frame may come twice. */
  function place(log, row) {
    const shown = document.getElementById(row.id);
    if (shown) return morph(shown, row);
    const kinds = row.dataset.row?.split(" ") ?? [];
    if (log.dataset.only && !log.dataset.only.split(" ").every(kind => kinds.includes(kind))) return null;
    const next = rows(log).find(other => age(other) < age(row));
    if (!next && document.getElementById("older")) return null;      // it belongs to a page not loaded yet
    row.classList.add("is-new");
    log.insertBefore(row, next ?? null);
    return row;
  }
  function morph(shown, fresh) {
    const holder = new DocumentFragment();
    holder.append(fresh);
    internal.morph(shown, holder, false);
    return shown;
  }
  function placeAll(log, fragment) {
    rows(log).forEach(row => row.classList.remove("is-new"));
    const seen = scrollStays ? null : rows(log).find(row => row.getBoundingClientRect().bottom > 0);
    const before = seen?.getBoundingClientRect().top;
    const placed = [...fragment.children].map(row => place(log, row)).filter(Boolean);
    // Browsers without scroll anchoring would push the row being read out of sight.
    if (seen && log.getBoundingClientRect().top < 0)
      scrollBy({ top: seen.getBoundingClientRect().top - before, behavior: "instant" });
    return placed;
  }

  /** One sentence per new or changed row, and per card that asks its reader for something. */
  function say(task) {
    const heard = task.swapSpec.style === "row" ? "[data-say]" : ".ask[data-say]";
    for (const row of task.fragment.querySelectorAll(heard)) {
      const last = said.get(row.id) ?? document.getElementById(row.id)?.dataset.say;
      if (row.id && last === row.dataset.say) continue;
      if (row.id) said.set(row.id, row.dataset.say);
      Table.announce(row.dataset.say);
    }
  }

  /** A panel drawn for this browser alone (edit mode, own roll settings) fetches itself instead of taking a frame or an answer's partial. */
  function refreshInstead(task) {
    const own = task.type === "partial" && task.swapSpec.style !== "delete" && task.target?.matches("[data-refresh]");
    if (own) htmx.trigger(task.target, "refresh");
    return own;
  }

  /** A panel asked for itself, and was put into edit mode or out of it before the answer came. */
  function outdated(task, panel, ctx) {
    if (task.type !== "main" || !panel.matches("[id^=panel-]")) return false;
    const edits = url => new URL(url, location).searchParams.has("edit");
    return edits(ctx.request.action) !== edits(panel.getAttribute("hx-get") ?? "");
  }

  htmx.registerExtension("rows", {
    init: api => { internal = api; },
    htmx_before_swap(source, { ctx, tasks }) {
      tasks.forEach(say);
      tasks.splice(0, tasks.length, ...tasks.filter(task => !outdated(task, source, ctx) && !refreshInstead(task)));
    },
    handle_swap: (style, target, fragment) => style === "row" && placeAll(target, fragment),
  });
})();

// ---- the stream ----------------------------------------------------------------------------------------------------------
(() => {
  const { liveUrl, liveCursor = "", liveBeat } = document.body.dataset;
  if (!liveUrl) return;
  const silence = (Number(liveBeat) || 15) * 2333;      // two heartbeats missed
  const banner = document.getElementById("connection");
  let cursor = liveCursor;
  let current = null;                  // AbortController of the stream that counts
  let failures = 0, ended = false, leaving = 0, watchdog, retry;

  function tell(state) {
    document.documentElement.dataset.live = state;
    document.dispatchEvent(new Event(`live:${state}`));
  }
  function showBanner() {
    if (banner?.hidden) Table.announce(banner.querySelector("b")?.textContent ?? "");
    if (banner) banner.hidden = false;
  }

  async function connect() {
    close();
    if (ended || document.hidden) return;               // a browser has six connections; hidden tabs must not hold them
    const mine = current = new AbortController();
    try {
      watch(mine, Math.min(silence, 10000));
      // The empty header, too: "nothing seen yet" is a place to go on from.
      const answer = await fetch(liveUrl, { signal: mine.signal, cache: "no-store", headers: { Accept: "text/event-stream", "Last-Event-ID": cursor } });
      const refused = refusal(answer);
      if (refused) return end(refused);
      if (!answer.headers.get("Content-Type")?.includes("text/event-stream")) throw new Error(`stream: ${answer.status}`);
      if (banner) banner.hidden = true;
      tell("open");
      await read(answer.body.getReader(), mine);
    } catch { /* cut, refused by the network or given up by the watchdog: the same to us */ }
    if (mine === current) lost();
  }
  function refusal(answer) {
    if (answer.redirected && answer.ok) return "401";   // the login page
    return [401, 403, 404].includes(answer.status) ? String(answer.status) : "";
  }
  function close() {
    [retry, watchdog].forEach(clearTimeout);
    const old = current;
    current = null;                                     // first, so that its end is not taken for a loss
    old?.abort();
  }
  function watch(mine, patience = silence) {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { failures ||= 1; mine.abort(); }, patience);
  }
  function lost() {
    clearTimeout(watchdog);
    current = null;
    if (failures > 0) showBanner();                     // a restart of the server is over before anyone needs to know
    tell("lost");
    const pause = Math.min(30000, 500 * 2 ** failures) * (0.7 + 0.6 * Math.random());
    failures += 1;
    retry = setTimeout(connect, pause);
  }
  function end(reason) {
    ended = true;
    close();
    if (banner) banner.hidden = true;
    const box = document.getElementById("gone");
    const lines = [...(box?.querySelectorAll("[data-gone]") ?? [])];
    const fitting = lines.find(line => line.dataset.gone === reason) ?? lines.find(line => line.dataset.gone === "");
    for (const line of lines) line.hidden = line !== fitting;
    if (box) box.hidden = false;
    tell("gone");
  }

  async function read(reader, mine) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || mine !== current) return;
      watch(mine);
      rest += decoder.decode(value, { stream: true });
      const frames = rest.split(/\r?\n\r?\n/);
      rest = frames.pop();
      for (const frame of frames) {
        await apply(parse(frame));
        if (mine !== current) return;
      }
    }
  }
  function parse(frame) {
    const fields = { event: "", data: [] };
    for (const line of frame.split(/\r?\n/)) {
      const [, name, value] = line.match(/^(\w+): ?(.*)$/) ?? [];
      if (name === "data") fields.data.push(value);
      else if (name) fields[name] = value;
    }
    return { ...fields, data: fields.data.join("\n") };
  }
  async function apply({ event, data, id }) {
    failures = 0;
    if (event === "reset") return reload();
    if (event === "gone") return end(data.trim());
    try {
      if (!event && data) await htmx.swap({ text: data, swap: "none", sourceElement: document.body, live: true });
    } catch (error) {
      console.error("live frame", error);               // one bad frame must not stop the others
    }
    if (id !== undefined) cursor = id;                  // only what has been applied counts as seen
  }
  /** Far behind: start afresh, but never throw away what somebody is writing. */
  function reload() {
    if (Date.now() < leaving) return setTimeout(reload, 5000);   // it would break off the visit, and lose what that page says
    const writing = [...document.querySelectorAll("input, textarea, select")].some(Table.unsaved);
    if (!writing) location.reload();
    else Table.notice(Table.text("stale"), Table.text("reload"), () => location.reload());
  }

  const now = () => { failures = 0; connect(); };
  document.addEventListener("visibilitychange", () => document.hidden ? close() : now());
  document.addEventListener("click", event => event.target.closest("[data-live-retry]") && now());
  addEventListener("online", now); addEventListener("pagehide", close);
  addEventListener("beforeunload", () => { leaving = Date.now() + 5000; });    // a download only looks like a visit
  addEventListener("pageshow", event => event.persisted && now());
  connect();
})();
