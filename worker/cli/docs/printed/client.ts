import { documentationOf } from '#contract/documentation'
import { endpoints } from '#contract/endpoints'
import { webhookErrorSentences } from '../../../../widget/client/webhookError.ts'
import { code, markdownTable } from './markdownTable.ts'

/** The methods of SluiceClient, a table for each group of operations. */
export const clientMethods = (): string =>
  [...Map.groupBy(endpoints, ({ tag }) => tag)]
    .map(([tag, operations]) => {
      const rows = operations.map((endpoint) => [
        code(endpoint.name),
        documentationOf(endpoint).summary,
        code(`${endpoint.method} ${endpoint.path}`),
      ])
      return `### ${tag}\n\n${markdownTable(['Method', 'What it does', 'Request'], rows)}`
    })
    .join('\n\n')

/** The reasons of a SluiceWebhookError. */
export const webhookErrorReasons = (): string =>
  markdownTable(
    ['`reason`', 'Meaning'],
    Object.entries(webhookErrorSentences).map(([reason, text]) => [code(reason), text]),
  )
