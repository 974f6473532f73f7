import { anchorOfHeading } from '../anchors.ts'
import { operations, schemaNamed } from './contract.ts'
import type { ApiOperation } from './contract.ts'
import { frontMatter, generatedNote } from './frame.ts'
import { objects } from './objects.ts'
import { objectSection, operationSection } from './operationSection.ts'
import type { ApiPage } from './pages.ts'

/** The operations of a page. */
export const operationsOf = ({ tag }: ApiPage): ApiOperation[] =>
  operations.filter(({ endpoint }) => endpoint.tag === tag)

/** A row of the list of operations. `page` is empty for the page itself. */
export const operationRow = ({ summary, endpoint: { method, path } }: ApiOperation, page = ''): string =>
  `| [${summary}](${page}#${anchorOfHeading(summary)}) | \`${method} ${path}\` |`

/** Schemas of requests. All others describe responses. */
const ofRequests: ReadonlySet<string> = new Set([
  'Payment',
  'Stored',
  'PaymentTerminal',
  'CreditCard',
  'ShopperCard',
  'Check',
  'DigitalPayPayment',
  'Amount',
  'Order',
  'Line',
  'Address',
])

/** A page of the reference: its operations, then its objects. */
export const nounPage = (page: ApiPage): string => {
  const { slug, title, text, guides } = page
  const printed = new Map<string, string>()
  const own = operationsOf(page)
  const related = guides.map(([name, path]) => `[${name}](../../${path})`).join(', ')
  return `${[
    frontMatter,
    generatedNote,
    `# ${title}`,
    text,
    `Explained in: ${related}.`,
    ['| Operation | Request |', '| --- | --- |', ...own.map((operation) => operationRow(operation))].join('\n'),
    ...own.map((operation) => operationSection(operation, slug, printed)),
    ...(objects[slug] ?? []).map(({ schema, heading, text: meaning }) =>
      objectSection(schemaNamed(schema), heading, meaning, slug, ofRequests.has(schema) ? 'request' : 'response'),
    ),
  ].join('\n\n')}\n`
}
