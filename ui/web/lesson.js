// LESSON: a step's words and its question, or a bug to spot. Until the answer nothing on the page tells it: `hide` says when.
import { fill, make } from "./dom.js";
import { kept } from "./kept.js";
import { asText } from "./settings.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Session} Session */

/** The field or the choices where a prediction is made. */
const answer = "#prediction, .choices input";

export class Lesson {
  /**
   * @param {HTMLElement} place @param {HTMLElement} title @param {Model} model
   * @param {{ index?: string, next?: import("./explorer.js").Onward, number?: number }} pages beside this one, and its number
   * @param {{ open: (session: Session, step: import("./model.js").Step | null) => void, change: (fields: Record<string, string>) => void,
   *   hide: (hides: boolean) => void, openTab: (tab: string) => "all" | "level mix" | "nothing" }} does
   */
  constructor(place, title, model, pages, does) {
    this.place = place;
    this.title = title;
    this.model = model;
    this.pages = pages;
    this.does = does;
    this.step = 0;
    this.choice = -1;
    this.typed = "";
    /** @type {Map<number, { typed: string, choice: number }>} the predictions that were answered, by step */
    this.answered = new Map();
    /** @type {Map<number, boolean>} whether the first prediction was right, by step */
    this.firstTime = new Map();
    this.spotted = false;
    /** @type {ReturnType<Model["spot"]> | null} what was said of the bug last */
    this.told = null;
    this.note = "";
    this.elsewhere = ""; // what of a button's tab or lab only the program has
  }

  /** @param {string} json @param {boolean} focuses whether the answer takes the focus */
  start(json, focuses) {
    this.words = this.model.openLesson(json);
    this.place.addEventListener("keydown", (event) => this.keyPressed(event));
    this.begin(0, focuses ? answer : undefined);
  }

  /** Enter reveals, and Enter goes on, where it presses no button. @param {KeyboardEvent} event */
  keyPressed(event) {
    if (event.key !== "Enter" || this.words?.lesson === undefined) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest("button, a, summary")) return;
    event.preventDefault();
    const before = this.answered.get(this.step);
    const isNew = before === undefined || before.typed !== this.typed || before.choice !== this.choice;
    if (isNew) this.reveal();
    else this.goOn();
  }

  /** To the next step, or to the next lesson. */
  goOn() {
    const { next } = this.pages;
    if (this.step + 1 < (this.words?.lesson?.steps.length ?? 0)) this.turnTo(this.step + 1);
    else if (next !== undefined) location.href = this.address(next.file);
  }

  /** @param {number} step */
  turnTo(step) {
    this.begin(step, matchMedia("(pointer: coarse)").matches ? "#lesson-step" : answer); // a phone's keyboard would cover the question
    this.place.parentElement?.scrollTo(0, 0);
  }

  /** Begins a step, or the bug, with its own session. @param {number} step @param {string} [focus] see show() */
  begin(step, focus) {
    this.step = step;
    this.note = this.elsewhere = "";
    const before = this.answered.get(step);
    this.typed = before?.typed ?? "";
    this.choice = before?.choice ?? -1;
    const { lesson, bug } = this.words ?? {};
    if (lesson !== undefined) this.does.open(lesson.steps[step].session, lesson.steps[step]);
    if (bug !== undefined) this.does.open(bug.session, null);
    this.show(focus);
  }

  /** The same in the present language. */
  speak() {
    this.words = this.model.lessonWords();
    this.elsewhere = "";
    this.show();
  }

  get hides() {
    return this.words?.bug !== undefined ? !this.spotted : !this.answered.has(this.step);
  }

  /** After each change of the session. */
  changed() {
    if (this.words?.bug === undefined || this.spotted) return;
    const told = this.model.spot("", false);
    if (!told.found) return;
    this.told = told;
    this.spotted = true;
    this.keepBug(true);
    this.show();
  }

  /** @param {string} [focus] an element that takes the focus; without, the one that has it keeps it */
  show(focus) {
    const kept = this.place.contains(document.activeElement) ? document.activeElement?.id : "";
    this.does.hide(this.hides);
    this.showIndex();
    if (this.words?.lesson !== undefined) this.showStep(this.words.lesson);
    if (this.words?.bug !== undefined) this.showBug(this.words.bug);
    const found = (/** @type {string | undefined} */ selector) => (selector ? this.place.querySelector(selector) : null);
    const next = found(focus) ?? found(kept && `#${kept}`);
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {NonNullable<import("./model.js").Words["lesson"]>} lesson */
  showStep(lesson) {
    const { model } = this;
    const step = lesson.steps[this.step];
    const checked = this.answered.has(this.step) ? model.check(this.step, this.typed, this.choice) : null;
    this.title.textContent = this.titleOf({ number: this.pages.number, title: lesson.title });
    fill(
      this.place,
      this.progress(lesson.steps.length),
      make("div", { class: "told", id: "told" }, ...step.text.split("\n").map((paragraph) => make("p", {}, paragraph))),
      make("p", { class: "question", id: "question" }, step.question),
      step.choices.length > 0 ? this.choices(step.choices, checked) : null,
      make(
        "div",
        { class: "asked" },
        step.choices.length > 0 ? make("span", { class: "dim" }, model.text("web_enter_hint")) : this.number(),
        make("button", { type: "button", id: "reveal", class: "solid", onclick: () => this.reveal() }, model.text("lesson_reveal")),
      ),
      this.note === "" ? null : make("p", { class: "altered", role: "alert" }, this.note),
      checked === null || "predict_first" in checked ? null : this.verdict(checked),
      checked === null || step.tries.length === 0 ? null : this.tries(step.tries),
      checked === null || this.step + 1 < lesson.steps.length ? null : this.onward("web_next_lesson", this.score(lesson.steps.length)),
      this.turns(lesson.steps.length),
    );
  }

  /** A dot for each step, which leads there. @param {number} steps */
  progress(steps) {
    const name = (/** @type {number} */ step) => this.model.text("lesson_step_title", step + 1, steps);
    const result = (/** @type {number} */ step) => ({ true: "right", false: "wrong", undefined: "" })[String(this.firstTime.get(step))];
    const dot = (/** @type {number} */ step) => {
      const button = make("button", { type: "button", class: result(step), title: name(step), "aria-label": name(step), onclick: () => this.turnTo(step) });
      if (step === this.step) button.setAttribute("aria-current", "step");
      return button;
    };
    return make(
      "div",
      { class: "progress" },
      make("div", { class: "dots", role: "group", "aria-label": this.model.text("web_steps") }, ...Array.from({ length: steps }, (_, step) => dot(step))),
      make("span", { class: "dim", id: "lesson-step", tabindex: -1 }, name(this.step)),
    );
  }

  /** "2 of 3 right." @param {number} steps */
  score(steps) {
    return this.model.text("web_score", [...this.firstTime.values()].filter(Boolean).length, steps);
  }

  /** The first prediction counts; the index shows what was done. @param {boolean} right */
  count(right) {
    if (this.firstTime.has(this.step)) return;
    this.firstTime.set(this.step, right);
    const { lesson } = this.words ?? {};
    if (lesson === undefined) return;
    const done = { answered: this.firstTime.size, right: [...this.firstTime.values()].filter(Boolean).length, steps: lesson.steps.length };
    kept.set(`lesson.${lesson.id}`, JSON.stringify(done));
  }

  /** @param {string} file a page beside this one, in the present language */
  address(file) {
    return `${file}?lang=${document.documentElement.lang}${this.isFramed ? "&embed=1" : ""}`;
  }

  /** Whether the page is a panel in a frame, where its next page stays; the index does not fit there. */
  get isFramed() {
    return document.body.classList.contains("embed");
  }

  /** "2. Coordinates from zero" @param {{ number?: number, title: string | Record<string, string> }} page */
  titleOf({ number, title }) {
    const shown = typeof title === "string" ? title : title[document.documentElement.lang] ?? title.en;
    return number === undefined ? shown : `${number}. ${shown}`;
  }

  /** Where to go from the end of the page. @param {"web_next_lesson" | "web_next_bug"} name @param {string} said */
  onward(name, said) {
    const { index, next } = this.pages;
    return make(
      "p",
      { class: "onward" },
      said === "" ? null : make("strong", { id: "score" }, said),
      next === undefined ? null : make("a", { href: this.address(next.file), id: "next-page" }, this.model.text(name, this.titleOf(next))),
      index === undefined || this.isFramed ? null : make("a", { href: this.address(index), id: "all-pages" }, this.model.text("web_all_lessons")),
    );
  }

  showIndex() {
    const link = document.querySelector("#index-link");
    if (!(link instanceof HTMLAnchorElement) || this.pages.index === undefined) return;
    link.href = this.address(this.pages.index);
    link.title = this.model.text("web_all_lessons");
  }

  /** @param {string[]} choices @param {import("./model.js").Checked | null} checked */
  choices(choices, checked) {
    const right = checked !== null && "right_choices" in checked ? checked.right_choices : [];
    return make(
      "div",
      { class: "choices", role: "radiogroup", "aria-labelledby": "question", "aria-describedby": "told" },
      ...choices.map((label, i) => {
        const mark = right.includes(i) ? "✓ " : checked !== null && i === this.choice ? "× " : "";
        const input = make("input", { type: "radio", name: "choice", id: `choice-${i}`, value: i, onchange: () => this.choose(i) });
        input.checked = i === this.choice;
        return make("label", { class: right.includes(i) ? "good" : "" }, input, make("span", {}, mark + label));
      }),
    );
  }

  /** @param {number} choice */
  choose(choice) {
    if (this.answered.has(this.step)) return this.show();
    this.choice = choice;
    this.note = "";
  }

  number() {
    const input = make("input", {
      type: "text", inputmode: "decimal", id: "prediction", "aria-labelledby": "question", "aria-describedby": "told", placeholder: this.model.text("lesson_number_hint"),
      oninput: () => (this.typed = input.value),
    });
    input.value = this.typed;
    return input;
  }

  reveal() {
    const checked = this.model.check(this.step, this.typed, this.choice);
    this.note = "predict_first" in checked ? checked.predict_first : "";
    if ("right" in checked) {
      this.answered.set(this.step, { typed: this.typed, choice: this.choice });
      this.count(checked.right);
    }
    this.show(".verdict"); // a screen reader goes on there
    (this.place.querySelector(".verdict") ?? this.place).scrollIntoView({ block: "nearest" });
  }

  /** @param {Extract<import("./model.js").Checked, { right: boolean }>} checked */
  verdict(checked) {
    return make(
      "div",
      { class: "verdict", role: "status", tabindex: -1 },
      make("p", { class: checked.right ? "good" : "refused" }, make("strong", {}, `${checked.verdict} ${checked.truth}`)),
      checked.why === "" ? null : make("p", {}, checked.why),
      make("p", {}, checked.see),
      make("p", { class: "dim" }, checked.source),
    );
  }

  /** @param {import("./model.js").Step["tries"]} tries */
  tries(tries) {
    const elsewhere = make("p", { class: "elsewhere", role: "status" }, this.elsewhere);
    const attempt = (/** @type {typeof tries[number]} */ what) => {
      if (Object.keys(what.fields).length > 0) this.does.change(Object.fromEntries(Object.entries(what.fields).map(([path, value]) => [path, asText(value)])));
      elsewhere.textContent = this.elsewhere = this.opened(what);
    };
    return make(
      "div",
      { class: "tries" },
      make("p", { class: "buttons" }, make("span", { class: "dim" }, this.model.text("lesson_try_it")), ...tries.map((what) => make("button", { type: "button", onclick: () => attempt(what) }, what.label))),
      elsewhere,
    );
  }

  /** Opens the tab of a button as far as the page has it, and says what it lacks. @param {import("./model.js").Step["tries"][number]} what */
  opened({ label, tab, lab }) {
    if (tab === "" && !lab) return "";
    const has = lab ? "nothing" : this.does.openTab(tab);
    if (has === "all") return "";
    const step = `${this.words?.lesson?.id}:${this.step + 1}`;
    return has === "level mix" ? this.model.text("web_try_level_mix", step) : this.model.text("web_try_in_program", label, step);
  }

  /** @param {number} steps */
  turns(steps) {
    const turn = (/** @type {string} */ name, /** @type {number} */ to) => {
      const button = make("button", { type: "button", id: name.replace("_", "-"), onclick: () => this.turnTo(to) }, this.model.text(name));
      button.disabled = to < 0 || to >= steps;
      return button;
    };
    const { next } = this.pages;
    const last =
      this.step + 1 < steps || next === undefined
        ? turn("lesson_next", this.step + 1)
        : make("a", { class: "button", id: "lesson-next", href: this.address(next.file), title: this.model.text("web_next_lesson", this.titleOf(next)) }, this.model.text("lesson_next"));
    return make("div", { class: "buttons ends" }, turn("lesson_previous", this.step - 1), make("button", { type: "button", id: "lesson-reset", onclick: () => this.begin(this.step) }, this.model.text("lesson_reset")), last);
  }

  /** For the index. @param {boolean} found by the reader */
  keepBug(found) {
    kept.set(`bug.${this.words?.bug?.id}`, JSON.stringify({ answered: 1, right: found ? 1 : 0, steps: 1 }));
  }

  /** @param {NonNullable<import("./model.js").Words["bug"]>} bug */
  showBug(bug) {
    const { model, told } = this;
    const tell = (/** @type {string} */ suspect, /** @type {boolean} */ givesUp) => {
      this.told = model.spot(suspect, givesUp);
      this.spotted = this.told.found;
      if (this.spotted) this.keepBug(!givesUp);
      this.show(".verdict");
    };
    this.title.textContent = bug.title;
    fill(
      this.place,
      make("p", {}, bug.symptom),
      this.spotted ? null : make("p", { class: "dim" }, model.text("bug_task")),
      this.spotted
        ? null
        : make(
            "p",
            { class: "buttons suspects" },
            ...bug.suspects.map(({ path, label }) => make("button", { type: "button", "data-suspect": path, title: model.text("bug_suspect_help"), onclick: () => tell(path, false) }, label)),
          ),
      told === null ? null : make("p", { class: `verdict ${told.found ? "good" : "refused"}`, role: "status", tabindex: -1 }, make("strong", {}, told.sentence)),
      told === null || told.why === "" ? null : make("p", {}, told.why),
      this.spotted
        ? make("button", { type: "button", id: "cure", onclick: () => this.does.change(Object.fromEntries(Object.entries(told?.cure ?? {}).map(([path, value]) => [path, asText(value)]))) }, model.text("bug_cure"))
        : make("button", { type: "button", id: "give-up", onclick: () => tell("", true) }, model.text("bug_give_up")),
      this.spotted ? this.onward("web_next_bug", "") : null,
    );
  }
}
