import { examplesOf } from '../../contract/examples/index.ts'
import type { RecordedExample } from '../../contract/examples/index.ts'
import type { ApiOperation } from './contract.ts'
import { errorTypesIn } from './errorExamples.ts'
import { isDeclined, isSuccess, mainExample } from './examples.ts'
import { samplesOf } from './samples/samples.ts'
import { shownJson } from './shownJson.ts'

export const fence = (language: string, text: string, title = ''): string =>
  `\`\`\`${language}${title && ` [${title}]`}\n${text}\n\`\`\``

/** A group of tabs. */
const tabs = (blocks: readonly string[]): string => `::: code-group\n\n${blocks.join('\n\n')}\n\n:::`

/** The headers of a response that are part of an example. */
const headerLines = ({ response }: RecordedExample): string =>
  Object.entries(response.headers)
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const bodyBlock = ({ response }: RecordedExample, title = ''): string => {
  if (response.text !== undefined) return fence('csv', response.text.trimEnd(), title)
  return fence('json', response.body === undefined ? '' : shownJson(response.body), title)
}

/** The tab of a response: its status, and what distinguishes it from others with this status. */
const tabTitle = (example: RecordedExample): string =>
  [example.response.status, isDeclined(example) ? 'declined' : errorTypesIn(example.response.body)[0]]
    .filter((text) => text !== undefined)
    .join(' ')

/** Outcomes other than success. Tabs need different titles: of several examples with one title the first is shown. */
const outcomesOf = ({ name }: ApiOperation): RecordedExample[] => {
  const all = examplesOf(name).filter((example) => !isSuccess(example))
  return all.filter((example, index) => all.findIndex((other) => tabTitle(other) === tabTitle(example)) === index)
}

const requestBlock = ({ request }: RecordedExample): string => {
  const query = new URLSearchParams(request.query).toString()
  const line = `${request.method} ${request.path}${query && `?${query}`}`
  return request.body === undefined ? fence('http', line, 'Request') : fence('json', shownJson(request.body), 'Request')
}

/** A further request with its response, folded. */
const furtherExample = (example: RecordedExample): string =>
  `:::: details ${example.title}\n\n${tabs([requestBlock(example), bodyBlock(example, 'Response')])}\n\n::::`

/** Samples of an operation in each language, and its responses: the success first, then other outcomes. */
export const requestAndResponse = (operation: ApiOperation): string[] => {
  const main = mainExample(operation.name)
  const headers = headerLines(main)
  return [
    tabs(samplesOf(operation, main).map(({ language, title, text }) => fence(language, text, title))),
    tabs([bodyBlock(main, '200 OK'), ...outcomesOf(operation).map((example) => bodyBlock(example, tabTitle(example)))]),
    ...(headers === '' ? [] : [fence('http', headers)]),
  ]
}

/** Further successes and declines of an operation. */
export const furtherExamples = (operation: ApiOperation): string => {
  const shown = new Set([mainExample(operation.name), ...outcomesOf(operation)])
  return examplesOf(operation.name)
    .filter((example) => example.response.status === 200 && !shown.has(example))
    .map(furtherExample)
    .join('\n\n')
}
