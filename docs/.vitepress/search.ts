import type { SearchOptions, SearchResult } from 'minisearch'

// The site's data carries these functions as text, so each uses its arguments only.

/** A word as the index has it, or null for one that says nothing about what a question is about. */
const processTerm = (word: string): string | null => {
  const stopWords =
    'a am an and are be can could do does for from how i if in into is it its me mean meaning means my of on or our please should so than that the their then there these this those to use using want was we what when where which who why will with would you your'
  const term = word.toLowerCase()
  return stopWords.split(' ').includes(term) ? null : term
}

/** How much a match counts: readers ask for guides and tables more often than for how the project works. */
const boostDocument = (id: string, term: string, fields?: Record<string, unknown>): number => {
  const weights: readonly (readonly [path: RegExp, weight: number])[] = [
    [/guides\/from-/, 0.5],
    [/(start|guides\/[\w-]+)\.html/, 1.6],
    // A term with a digit is a code or a card number.
    [/reference\/(response-codes|test-cards)\.html/, /\d/.test(term) ? 4 : 2],
    [/reference\/(errors|events)\.html/, 0.8],
    [/(quality|internals)\//, 0.4],
  ]
  const [page = ''] = id.split('#')
  const weight = weights.find(([path]) => path.test(page))?.[1] ?? 1
  const isAbout = term.length > 2 && !page.includes('/api/') && page.includes(term.replace(/s$/, ''))
  const isWholePage = Array.isArray(fields?.['titles']) && fields['titles'].length === 0
  return weight * (isAbout ? 1.6 : 1) * (isWholePage ? 1.3 : 1)
}

/** Sections with more of the question's words come first. Among equals, those whose title of several words is the question, such as an error. */
const filter = (result: SearchResult): boolean => {
  const title = String(result['title'])
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
  const isTitle = title.length > 1 && title.every((word) => result.queryTerms.includes(word))
  result.score *= 1000 ** result.queryTerms.length * (isTitle ? 2.5 : 1)
  return true
}

/** How the site's search ranks sections. */
export const searchOptions: SearchOptions = {
  combineWith: 'OR',
  prefix: (term) => term.length > 1,
  // A code such as G05 is another code with one other character.
  fuzzy: (term) => (/\d/.test(term) ? false : 0.15),
  boost: { title: 6, titles: 2, text: 1 },
  processTerm,
  boostDocument,
  filter,
}
