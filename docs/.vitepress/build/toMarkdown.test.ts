import { expect, test } from 'vitest'
import { summaryOf, toMarkdown } from './toMarkdown.ts'

const source = `---
outline: deep
---
# Webhooks

Receive \`events\`
at your server.

<!-- printed: events -->
| Event | Sent |
| --- | --- |
<!-- end of printed -->

<TryIt operation="createWebhook" />

::: tip
Answer first.
:::

::: warning Keep it secret
Rotate it.
:::

::: code-group
\`\`\`sh [curl]
# ::: stays
<!-- stays -->
\`\`\`
:::
`

test('the Markdown of a page has no front matter, comments, components and containers, and its code as it is', () => {
  expect(toMarkdown(source)).toBe(`# Webhooks

Receive \`events\`
at your server.

| Event | Sent |
| --- | --- |

**Tip**
Answer first.

**Keep it secret**
Rotate it.

\`\`\`sh [curl]
# ::: stays
<!-- stays -->
\`\`\`
`)
})

test('the Markdown of the home page begins with its title and tagline', () => {
  const home =
    '---\nlayout: home\ntitle: Sluice\nhero:\n  tagline: \'One tag: one request.\'\nfeatures:\n  - title: Fast\n    details: No wait.\n---\n<div class="steps">\n\n## Start\n\n</div>\n'
  expect(toMarkdown(home)).toBe('# Sluice\n\nOne tag: one request.\n\n- **Fast.** No wait.\n\n## Start\n')
})

test('the summary of a page is its title and first paragraph', () => {
  expect(summaryOf(toMarkdown(source))).toEqual({ title: 'Webhooks', description: 'Receive `events` at your server.' })
  expect(summaryOf('# `Ids`\n\n| a |\n| - |\n\nText.\n')).toEqual({ title: 'Ids', description: 'Text.' })
})
