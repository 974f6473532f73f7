import { expect, test } from 'vitest'
import { anchorsIn, linksIn, picturesIn } from './references.ts'

const text = `---
hero:
  actions:
    - link: /start
---
# The \`void\` of a *payment*

See [ids](../concepts/ids.md#prefixes "Ids"), <https://example.com> and [that](#rules).

| Error |
| --- |
| <a id="card_declined"></a>[help](errors.md) |

## Rules
## Rules
## Types {#kinds}

![A form](./form.png) <img alt="" src="x.png"> [![Nested](./n.png)](#rules)

\`\`\`md
[not a link](none.md) ![](none.png)
\`\`\`
`

test('anchors of a document are its headings, with numbers for repeated ones, named headings and ids', () => {
  expect([...anchorsIn(text)]).toEqual(['the-void-of-a-payment', 'rules', 'rules-1', 'kinds', 'card_declined'])
})

test('links of a document are those in text, tables and front matter, not in code', () => {
  expect(linksIn(text)).toEqual([
    '../concepts/ids.md#prefixes',
    'https://example.com',
    '#rules',
    'errors.md',
    '#rules',
    '/start',
  ])
})

test('pictures of a document have their source and alternative text', () => {
  expect(picturesIn(text)).toEqual([
    { source: './form.png', alt: 'A form' },
    { source: './n.png', alt: 'Nested' },
    { source: 'x.png', alt: '' },
  ])
})
