import type { CodeBlock } from '../../../worker/cli/docs/markdown.ts'
import { isExcerpt } from './excerpts.ts'

/** Languages of output and diagrams, which nobody runs. */
const notCode = new Set(['text', 'http'])

/** What the sample runner runs itself. */
const ownLanguages = new Set(['sh', 'js', 'ts', 'html', 'css', 'json', 'python', 'php'])

/** Documents and languages whose blocks other tests run, with these tests. The first match counts. */
const others: readonly {
  readonly pages: RegExp
  readonly languages?: readonly string[]
  readonly tests: readonly string[]
}[] = [
  {
    pages: /^docs\/internals\/add-an-endpoint\.md$/,
    tests: ['e2e/docs/workedExample/workedExample.test.ts', 'e2e/docs/workedExample/workedExample.long.test.ts'],
  },
  {
    pages: /^docs\/reference\/(api\/.*|errors|events)\.md$/,
    tests: [
      'worker/proof/examples/printedSamples.test.ts',
      'worker/proof/examples/printedSamples.ci.test.ts',
      'e2e/docs/examples/types.test.ts',
    ],
  },
  {
    pages: /^docs\/guides\/(react|vue|svelte|angular)\.md$/,
    tests: ['widget/frameworks.test.ts', 'e2e/card/frameworks.spec.ts'],
  },
  {
    pages: /./,
    languages: ['tsx', 'vue', 'svelte'],
    tests: ['widget/frameworks.test.ts', 'e2e/card/frameworks.spec.ts'],
  },
]

export const samplesTest = 'e2e/docs/samples/samples.spec.ts'

/** The tests that run a block; none for output. Undefined if no test does. */
export const testsOf = (page: string, block: CodeBlock): readonly string[] | undefined => {
  const { language } = block
  if (isExcerpt(page, block)) return ['e2e/docs/samples/coverage.test.ts']
  if (notCode.has(language)) return []
  const other = others.find(({ pages, languages }) => pages.test(page) && (languages?.includes(language) ?? true))
  if (other) return other.tests
  return ownLanguages.has(language) ? [samplesTest] : undefined
}
