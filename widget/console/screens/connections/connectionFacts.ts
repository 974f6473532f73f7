import { html, type TemplateResult } from 'lit'
import type { Connection } from '../../../client/types.ts'
import { factList } from '../../parts/factList.ts'
import { copyButton } from '../../parts/copyButton.ts'
import { timeAgo } from '../../parts/time.ts'
import type { Processor } from './settings.ts'
import { connectionsTexts } from './texts.ts'

/** A setting's value for reading. */
const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? connectionsTexts.facts.notSet
    : Array.isArray(value)
      ? value.join(', ')
      : String(value)

/**
 * The facts of a connection: its processor, last responses and settings.
 *
 * @param notify shows what a copy has done
 */
export const connectionFacts = (
  connection: Connection,
  processor: Processor | undefined,
  notify: (text: string) => void,
): TemplateResult => {
  const { facts, never, actions } = connectionsTexts
  const { lastSuccess, lastFailure, secretNames, settings, notificationsUrl } = connection
  const titleOf = (name: string): string => processor?.settings.find((each) => each.name === name)?.title ?? name
  const rows: readonly (readonly [string, unknown])[] = [
    [facts.processor, connection.title],
    [facts.lastSuccess, lastSuccess ? timeAgo(lastSuccess) : never],
    [facts.lastFailure, lastFailure ? timeAgo(lastFailure) : never],
    ...Object.entries(settings).map(([name, value]) => [titleOf(name), textOf(value)] as const),
    ...secretNames.map((name) => [titleOf(name), facts.stored] as const),
    ...(notificationsUrl
      ? [
          [
            facts.notifications,
            html`
              <code>${notificationsUrl}</code>
              ${copyButton(actions.copy, notificationsUrl, actions, notify)}
            `,
          ] as const,
        ]
      : []),
  ]
  return factList(rows)
}
