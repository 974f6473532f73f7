/** What must hold, whatever has failed: by the name that a failure is reported under. */
export type Promised =
  | 'an answer is the contract’s'
  | 'a client that repeats its request comes to an end'
  | 'what was asked for is done'
  | 'a repetition gets the first answer'
  | 'it is done once'
  | 'rows keep the rules of any time'
  | 'amounts keep their order'
  | 'our sums are those of the processor'
  | 'a key has one effect at the processor'
  | 'everything is decided in the end'
  | 'an unknown outcome is not shown as declined'
  | 'every change is told once, and counted without a gap'
  | 'what has changed is told, and nothing else'
  | 'every webhook hears of it'
  | 'a period is charged once'
  | 'a reader and its account agree on whether it is paired'

export class Broken extends Error {
  override readonly name = 'Broken'
  readonly promised: Promised
  constructor(promised: Promised, detail: string) {
    super(`${promised}: ${detail}`)
    this.promised = promised
  }
}

export const keeps = (condition: boolean, promised: Promised, detail: () => string): void => {
  if (!condition) throw new Broken(promised, detail())
}
