import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { hideCodeFromSearch, textOnly } from './hideCodeFromSearch.ts'

const source = 'Before\n\n```sh\ncurl one\n```\n\nAfter `code`'

test('the search index has no blocks of code, and pages that are rendered before and after it have theirs', () => {
  const markdown = new MarkdownIt()
  hideCodeFromSearch(markdown)
  expect(markdown.render(source, {})).toContain('curl one')
  const found = markdown.render(source, { ...textOnly })
  expect(found).not.toContain('curl one')
  expect(found).toContain('After <code>code</code>')
  expect(markdown.render(source, {})).toContain('curl one')
})
