const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The most words that the sentences of a document may have on average. */
export const maxAverageWords = 20

/** The most words of one sentence. */
export const maxWords = 40

/** Without a full stop, a shorter text is a label or a value in a table. */
const shortestUnpunctuated = 8

export interface Sentence {
  readonly text: string
  readonly words: number
}

/** The sentences of paragraphs with their numbers of words. */
export const sentencesOf = (paragraphs: readonly string[]): Sentence[] =>
  paragraphs
    .flatMap((paragraph) => [...sentences.segment(paragraph)].map(({ segment }) => segment.trim()))
    .map((text) => ({ text, words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length }))
    .filter(({ text, words }) => (/[.!?:]\W*$/.test(text) && words > 0) || words >= shortestUnpunctuated)

export const averageWords = (of: readonly Sentence[]): number =>
  of.length === 0 ? 0 : of.reduce((sum, sentence) => sum + sentence.words, 0) / of.length

/** Phrases that docs/internals/style.md replaces: they hide the actor, or give software a voice. */
const dialect = [
  'who(m|so)?ever',
  'whatever',
  'of (ours|yours)',
  '(is|are|was|were) told',
  'tells? (you|it|them|the|us|whether)',
  'hears?',
  'nobody hears',
  'asks (it|them|us|for its|again|whether|the (gateway|processor|worker|database))',
  'looks? (anew|around)',
  'goes? on running',
  'holds? up no',
  'harms? nobody',
  'passed over',
  'a page of ours',
  'gives? back',
  'for ever',
  'left (alone|to a person)',
  'takes? part',
  'map of the house',
  'what it stands on',
  'how we know',
  'our fault',
  'not good',
  'apology',
  'thie(f|ves)',
  'deeds?',
  'foreseen',
  'forgets?',
] as const

const dialectPattern = new RegExp(`\\b(${dialect.join('|')})\\b`, 'gi')

/** Phrases of the old dialect in a text. */
export const dialectIn = (text: string): string[] => [...text.matchAll(dialectPattern)].map(([phrase]) => phrase)
