/** A field's text and selection. */
export type TextState = { value: string; start: number; end: number }

/** Input types of single keys. */
const SINGLE_KEY = /^(insertText|deleteContent(Back|For)ward)$/

/**
 * The edits of a field, for undo and redo: browsers drop their own history when a script writes the text.
 *
 * Consecutive keys of the same input type are one step until the caret moves, as in Chromium and Safari. A pause does not
 * end a step, so slow and fast typists get the same result.
 */
export class UndoHistory {
  #steps: { from: TextState; to: TextState }[] = []
  /** Number of applied steps; the steps after them were undone. */
  #done = 0
  #inputType = ''

  /** Records an edit, and drops the steps that could be redone. */
  record(from: TextState, to: TextState, inputType: string): void {
    const last = this.#steps[this.#done - 1]
    const follows = last?.to.start === from.start && from.start === from.end
    if (last && follows && inputType === this.#inputType && SINGLE_KEY.test(inputType)) last.to = to
    else this.#steps[this.#done++] = { from, to }
    this.#steps.length = this.#done
    this.#inputType = inputType
  }

  /** Moves one step back or forward. Returns undefined at either end. */
  go(by: -1 | 1): TextState | undefined {
    const step = this.#steps[by < 0 ? this.#done - 1 : this.#done]
    if (!step) return undefined
    this.#done += by
    this.#inputType = ''
    return by < 0 ? step.from : step.to
  }
}
