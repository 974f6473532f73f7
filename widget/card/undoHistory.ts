/** A field's text at some time, and what is selected in it. */
export type Moment = { value: string; start: number; end: number }

/** What is typed one by one. */
const BY_KEY = /^(insertText|deleteContent(Back|For)ward)$/

/**
 * The edits of a field, for undo and redo: a browser forgets its own when a script writes the text.
 *
 * Keys of one kind that follow each other without the caret having been moved are one step, as in Chromium and Safari.
 * There is no pause that ends it, since a slow typist and a fast one should get the same.
 */
export class History {
  #steps: { from: Moment; to: Moment }[] = []
  /** How many steps are done: those after them were undone. */
  #done = 0
  #inputType = ''

  /** Remembers an edit. What was undone before it cannot be redone any more. */
  record(from: Moment, to: Moment, inputType: string): void {
    const last = this.#steps[this.#done - 1]
    const follows = last?.to.start === from.start && from.start === from.end
    if (last && follows && inputType === this.#inputType && BY_KEY.test(inputType)) last.to = to
    else this.#steps[this.#done++] = { from, to }
    this.#steps.length = this.#done
    this.#inputType = inputType
  }

  /** Where one step back leads, or one forth: undefined at the end. */
  go(by: -1 | 1): Moment | undefined {
    const step = this.#steps[by < 0 ? this.#done - 1 : this.#done]
    if (!step) return undefined
    this.#done += by
    this.#inputType = ''
    return by < 0 ? step.from : step.to
  }
}
