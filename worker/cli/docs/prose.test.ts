import { expect, test } from 'vitest'
import { documents, paragraphs, readDocument } from './markdown.ts'
import { averageWords, dialectIn, maxAverageWords, maxWords, sentencesOf } from './prose.ts'

test.each(documents())('%s: sentences have at most 20 words on average and 40 each', (document) => {
  const sentences = sentencesOf(paragraphs(readDocument(document))).toSorted((one, other) => other.words - one.words)
  const longest = sentences.slice(0, 5).map(({ words, text }) => `${words} words: ${text}`)
  expect(averageWords(sentences), longest.join('\n')).toBeLessThanOrEqual(maxAverageWords)
  expect(sentences.filter(({ words }) => words > maxWords)).toEqual([])
})

/** Its examples quote what not to write. */
const guideOfStyle = 'docs/internals/style.md'

test.each(documents().filter((document) => document !== guideOfStyle))(
  '%s: no phrase of the old dialect',
  (document) => {
    expect(paragraphs(readDocument(document)).flatMap(dialectIn)).toEqual([])
  },
)

test('sentencesOf counts sentences and long fragments, and a code span as one word', () => {
  const text =
    '# A title of many words here\n\nOne two `three four` four. Five!\n\n- six seven eight nine ten\n\n| a |\n| - |\n| b c d e f g h i |\n'
  expect(sentencesOf(paragraphs(text)).map(({ words }) => words)).toEqual([4, 1, 8])
  expect(averageWords([])).toBe(0)
})

test('dialectIn finds phrases in any case, and no part of a word', () => {
  expect(dialectIn('Whoever asks is told. The heart is foretold.')).toEqual(['Whoever', 'is told'])
})
