import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { tables } from './tables.ts'

const markdown = new MarkdownIt()
tables(markdown)
const render = (text: string): string => markdown.render(text).replaceAll('\n', '')

test('cells of a table with three columns have the headings of their columns', () => {
  const html = render('| `kind` | Name | Type |\n| --- | --- | --- |\n| 0 | Void | `a` |\n| 1 | | `b` |')
  expect(html).toContain('<table class="stacks">')
  expect(html).toContain('<td data-label="kind">0</td><td data-label="Name">Void</td><td data-label="Type">')
  expect(html).toContain('<td data-label="Name"></td>')
})

test('a table with two columns and a table of figures stay as they are', () => {
  expect(render('| Name | Value |\n| --- | --- |\n| a | b |')).not.toContain('stacks')
  expect(render('| Name | p50 | p99 |\n| --- | --: | --: |\n| a | 1 | 2 |')).not.toContain('stacks')
})

test('a path wraps after a slash, and other code does not', () => {
  expect(render('`worker/http/body.test.ts` `a/b` `POST /v1/tokens/now`')).toBe(
    '<p><code>worker/<wbr>http/<wbr>body.test.ts</code> <code>a/b</code> <code>POST /v1/tokens/now</code></p>',
  )
})
