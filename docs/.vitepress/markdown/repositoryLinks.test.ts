import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { inRepository } from '../../../worker/cli/repository.ts'
import { repositoryLinks } from './repositoryLinks.ts'

const markdown = new MarkdownIt()
repositoryLinks(markdown)
const render = (text: string): string => markdown.renderInline(text, { path: inRepository('docs/guides/webhooks.md') })

test.each([
  ['the security policy', '[Threats](../../SECURITY.md#webhooks)', 'SECURITY.md'],
  ['a source file', '[Threats](../../worker/app/env.ts)', 'worker/app/env.ts'],
])('a link to %s becomes text with its path, since the site does not contain it', (_, text, path) => {
  expect(render(text)).toBe(`<span class="repository-file" title="In the repository: ${path}">Threats</span>`)
})

test.each(['[A](../concepts/ids.md)', '[A](#retries)', '[A](https://example.com/SECURITY.md)', '[A](/start.md)'])(
  '%s stays a link',
  (text) => {
    expect(render(text)).toMatch(/^<a href="/)
  },
)
