/* Presses: a press counts once, what to say when a request fails, steppers, roll settings.
   Loaded after app.js. The markup is described in docs/frontend.md. */
"use strict";

(() => {
  const { text, notice, memory } = Table;
  const pressedBy = ctx => ["click", "submit", "change"].includes(ctx.sourceEvent?.type);
  const print = data => new URLSearchParams(data).toString();
  const written = Table.written = form => print(new FormData(form));

  // ---- one press, one write ------------------------------------------------------------------------------------------
  const flying = Table.flying = new WeakSet();      // forms and buttons whose request is under way
  const failed = new WeakMap();                     // their last press that may or may not have arrived: the same press keeps its key

  /** Not crypto.randomUUID: that one is missing on plain http. */
  function freshKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  }
  function keyOf(source, press) {
    const before = failed.get(source);
    return before?.press === press ? before.key : freshKey();
  }
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const source = ctx.sourceElement;
    if (source.matches("form, [data-preview]")) ctx.written = written(source.closest("form"));
    if (!source.matches("[data-once], [data-autosave]")) return;
    ctx.press = ctx.request.action + print(ctx.request.body);
    ctx.key = keyOf(source, ctx.press);
    ctx.request.body.set("once", ctx.key);
  });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => fly(ctx.sourceElement, ctx.request.submitter));
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    land(ctx.sourceElement, ctx.request.submitter);
    remember(ctx);
  });
  function fly(source, submitter) {
    flying.add(source);
    (submitter ?? source).setAttribute("aria-busy", "true");     // not disabled: that would throw the focus away
  }
  function land(source, submitter) {
    flying.delete(source);
    (submitter ?? source).removeAttribute("aria-busy");
  }
  function remember(ctx) {
    const unknown = !ctx.response || ctx.response.status >= 500;   // a 502 comes from a proxy: the write may have happened
    if (ctx.press && unknown) failed.set(ctx.sourceElement, { press: ctx.press, key: ctx.key });
    else failed.delete(ctx.sourceElement);
  }

  /** A second press while the first is under way is a double tap, except on a stepper, where it means "one more". */
  function isDoubleTap(source) {
    return source && flying.has(source) && source.matches("[data-once]:not([data-stepper])");
  }
  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  document.addEventListener("click", event => {
    if (isDoubleTap(event.target.closest("button[data-once]"))) swallow(event);
  }, true);
  document.addEventListener("submit", event => {
    const form = event.target;
    if (isDoubleTap(form)) swallow(event);
    else if (form.matches("[data-once]:not([hx-post], [hx-put], [hx-delete])")) markPlainForm(form, event.submitter);
  }, true);
  function markPlainForm(form, submitter) {
    const field = form.elements.once ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "once" }));
    field.value ||= freshKey();
    fly(form, submitter);
    addEventListener("pageshow", () => land(form, submitter), { once: true });     // back to a page kept by the browser
  }

  // ---- when a request fails ------------------------------------------------------------------------------------------
  const wordFor = { 401: "forbidden", 403: "forbidden", 404: "missing", 409: "stale", 413: "large", 429: "slow" };

  function again(ctx) {
    const source = ctx.sourceElement, submitter = ctx.request.submitter;
    if (source.matches("form")) source.requestSubmit(submitter?.isConnected ? submitter : null);
    else source.click();
  }
  function complain(word, ctx) {
    const retry = ["offline", "server"].includes(word) && ctx.sourceElement.isConnected;
    const box = notice(text(word), retry && text("again"), () => again(ctx));
    box.dataset.from = place(ctx.request.action);
    if (word === "offline") box.dataset.offline = "";
  }
  /** Errors belong to the address that was asked: they go when it next agrees. */
  const place = address => new URL(address, location).pathname;
  function settle(ctx) {
    document.querySelectorAll("#notices > .is-error").forEach(box => box.dataset.from === place(ctx.request.action) && box.remove());
  }
  const connected = () => document.querySelectorAll("#notices > [data-offline]").forEach(Table.pass);
  document.addEventListener("live:open", connected);
  addEventListener("online", connected);
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (!ctx || ctx.response || !pressedBy(ctx)) return;
    if (!ctx.sourceElement.matches("[data-autosave]")) complain("offline", ctx);      // those say so themselves
  });
  document.addEventListener("htmx:before:response", event => {
    const { ctx } = event.detail, source = ctx.sourceElement;
    // What was looked at is not what is chosen now: its own answer is on the way.
    if (source.matches("[data-preview]") && written(source.closest("form")) !== ctx.written) event.preventDefault();
    if (!ctx.response.raw.redirected) return;
    event.preventDefault();                       // a whole page (often the login) must never land inside a panel
    if (pressedBy(ctx)) location.assign(ctx.response.raw.url);
  });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const status = ctx.response?.status ?? 0, form = ctx.sourceElement;
    if (status && status < 300) settle(ctx);
    if (status && status < 300 && form.matches("form:is([data-stepper], [data-reset])")) emptied(form, ctx);
    if (status === 409) form.closest("#row-body")?.parentElement.hidePopover();      // it was drawn for a step that is over
    for (const { target, fragment } of tasks) {
      if (status && target?.id === "notices") for (const box of fragment.children) box.dataset.from = place(ctx.request.action);
    }
    const explained = status === 422 || tasks.some(task => task.type !== "main");
    if (status >= 400 && !explained && pressedBy(ctx)) complain(wordFor[status] ?? (status < 500 ? "stale" : "server"), ctx);
  });
  function emptied(form, ctx) {
    const folds = form.dataset.reset === "close";    // such a form belongs to a row, which a frame may have changed by now
    if (!folds && written(form) !== ctx.written) return;      // somebody is already writing the next one
    form.reset();
    if (folds) fold(form.closest("details, [popover], dialog"));
  }
  function fold(box) {
    if (box.matches("details")) box.open = false;
    else box.matches("dialog") ? box.close() : box.hidePopover();
  }

  // ---- steppers ------------------------------------------------------------------------------------------------------
  function sendChange(field) {
    const value = field.value.trim().replace(/^[−–]/, "-");
    if (!value || value === field.defaultValue || flying.has(field.form)) return;
    const understood = /^[+-]?\d{1,3}$/.test(value);
    field.setAttribute("aria-invalid", String(!understood));
    if (!understood) {
      notice(text("number")).dataset.from = place(field.form.getAttribute("hx-post"));
      return;
    }
    field.value = value;
    field.form.requestSubmit();
  }
  /** A message goes with Enter; Shift+Enter is a new line. */
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches("[data-submit]")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });

  /** Enter would press the form's first button, which is "minus 1". */
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches("[data-stepper] input")) return;
    event.preventDefault();
    sendChange(event.target);
  });
  document.addEventListener("change", event => {
    if (event.target.matches("[data-stepper] input")) sendChange(event.target);
  });
  // ---- roll settings: the lasting ones are remembered per sheet; the panel with the chances listens to "settings" ------
  const remembered = form => [...form.elements].filter(field => form.dataset.remember?.split(" ").includes(field.name));
  function keepSettings(form) {
    const kept = remembered(form).filter(field => field.type !== "radio" || field.checked);
    memory.set(`settings:${form.dataset.settings}`, Object.fromEntries(kept.map(field => [field.name, field.value])));
  }
  function restoreSettings(form) {
    const kept = memory.get(`settings:${form.dataset.settings}`) ?? {};
    const fields = remembered(form).filter(field => field.name in kept);
    for (const field of fields) {
      if (field.type === "radio") field.checked = field.value === kept[field.name];
      else field.value = kept[field.name];
    }
    nameNumbers(form);
    if (fields.length) htmx.trigger(form, "settings");
  }
  /** A number that has a name in its field's <datalist> is called by it: the nearest named one that is not above it. */
  function nameNumbers(form) {
    for (const label of form.querySelectorAll("[data-names]")) {
      const field = document.getElementById(label.dataset.names);
      const named = [...field.list.options].findLast(option => Number(option.value) <= Number(field.value));
      label.textContent = field.value === "" ? label.dataset.unknown : named?.textContent ?? "";
    }
  }
  document.addEventListener("change", event => {
    const form = event.target.form ?? event.target.closest("form");
    if (!form?.matches("[data-settings]")) return;
    keepSettings(form);
    nameNumbers(form);
    htmx.trigger(form, "settings");
  });
  document.addEventListener("rolled", () => {      // modifiers and reasons belonged to that one roll
    for (const form of document.querySelectorAll("[data-settings]")) {
      form.querySelector(":popover-open")?.hidePopover();      // the combined test is rolled from there: its result is behind
      form.querySelectorAll("[data-item]").forEach(item => item.remove());
      form.reset();
      restoreSettings(form);
    }
  });
  // htmx starts in a timer of its own; one set after it runs after it, when the panels already listen.
  setTimeout(() => document.querySelectorAll("[data-settings]").forEach(restoreSettings));
})();
