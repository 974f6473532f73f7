import { expect, test } from 'vitest'
import { errorsPage } from './errorsPage.ts'
import { eventsPage } from './eventsPage.ts'
import { indexPage } from './indexPage.ts'
import { nounPage } from './nounPage.ts'
import { operationsJson } from './operationsJson.ts'
import { apiPages } from './pages.ts'

const printed: readonly (readonly [path: string, print: () => string])[] = [
  ['api/index.md', indexPage],
  ...apiPages.map((page) => [`api/${page.slug}.md`, () => nounPage(page)] as const),
  ['api/operations.json', operationsJson],
  ['errors.md', errorsPage],
  ['events.md', eventsPage],
]

test.each(printed)(
  'docs/reference/%s is up to date with the contract (to update it: npm run docs:print)',
  async (path, print) => {
    await expect(print()).toMatchFileSnapshot(`../../../../docs/reference/${path}`)
  },
)
