import { anchorOfHeading } from '../anchors.ts'
import {
  eventKinds,
  eventTypes,
  eventTypesBySchema,
  hasKind,
  kindsOf,
  readScopeOf,
  resourceOf,
} from '#contract/events/events'
import type { EventType } from '#contract/events/events'
import { eventTexts } from '#contract/events/eventTexts'
import { eventExample } from '../../contract/examples/index.ts'
import { schemaNamed } from './contract.ts'
import type { Schema } from './contract.ts'
import { fence } from './exampleSection.ts'
import { members } from './members.ts'
import { frontMatter, generatedNote } from './frame.ts'
import { linkToObject } from './objects.ts'
import { shownJson } from './shownJson.ts'

const headingOf = (kind: number): string => `${eventKinds[kind]!} events`

const ofKind = (kind: number): EventType[] => eventTypes.filter((type) => hasKind(type, kind))

/** A type with several kinds is described once, under the first. */
const describedIn = (kind: number): EventType[] => eventTypes.filter((type) => kindsOf(type)[0] === kind)

const severalKinds = (type: EventType): string =>
  kindsOf(type).length === 1
    ? ''
    : ` Its kind is that of the operation: ${kindsOf(type)
        .map((kind) => `\`${kind}\` ${eventKinds[kind]}`)
        .join(', ')}.`

const entry = (type: EventType): string =>
  [
    `### \`${type}\` <a id="${type}"></a>`,
    `${eventTexts[type]} \`data.${resourceOf(type)}\` has the ${resourceOf(type)} after the event.${severalKinds(type)}`,
    '::: details Example',
    fence('json', shownJson(eventExample(type))),
    ':::',
  ].join('\n\n')

const group = (kind: number): string =>
  [
    `## ${headingOf(kind)}`,
    `The kind is \`${kind}\`. Reading them requires ${[...new Set(ofKind(kind).map(readScopeOf))].map((scope) => `[\`${scope}\`](scopes.md)`).join(' or ')}, by their resource.`,
    ...describedIn(kind).map(entry),
  ].join('\n\n')

const row = (_name: string, kind: number): string =>
  `| [${kind}](#${anchorOfHeading(headingOf(kind))}) | ${eventKinds[kind]!} | ${ofKind(kind)
    .map((type) => `[\`${type}\`](#${type})`)
    .join(', ')} |`

/** The object in `data` by resource. */
const objectsOf: Readonly<Record<string, string>> = {
  transaction: 'Transaction',
  customer: 'Customer',
  wallet: 'WalletEntry',
  subscription: 'CustomerSubscription',
  terminal: 'Terminal',
}

/** Where the members of a resource are described, from this page. */
const resourceLink = (resource: string): string => {
  const schema = objectsOf[resource]
  if (schema !== undefined) return linkToObject(schema, '').replace('(./', '(api/')
  return resource === 'batch'
    ? '[Retrieve a batch](api/batches.md#retrieve-a-batch)'
    : '[Retrieve a checkout](api/checkouts.md#retrieve-a-checkout)'
}

const resourceText = (resource: string): string => {
  const more: Readonly<Record<string, string>> = {
    wallet: ' and `customer`, the id of its customer',
    subscription: ' and `customer`, the id of its customer',
    terminal: '; `terminal.session_updated` also has `session` with `transactionId` and `state`',
  }
  return `| \`${resource}\` | ${resourceLink(resource)}${more[resource] ?? ''} |`
}

/** The members that all events have: those of any of the schemas, with the texts that do not depend on the type. */
const commonMembers = (): Schema => {
  const [first = ''] = eventTypesBySchema.keys()
  const { properties = {} } = schemaNamed(first)
  const { type, kind, data, ...others } = properties
  return {
    properties: {
      ...others,
      type: { type: 'string', description: type?.description ?? '' },
      kind: { type: 'integer', description: kind?.description ?? '' },
      data: { type: 'object', description: data?.description ?? '' },
    },
  }
}

/** docs/reference/events.md: every event type with its meaning, its kind and a recorded body. */
export const eventsPage = (): string =>
  `${[
    frontMatter,
    generatedNote,
    '# Events',
    'Every type of event, when it is sent, and what its body has. [Webhooks](../guides/webhooks.md) explains how to receive and verify events.',
    'A webhook subscribes to kinds with `subscribedEvents`, and to single types with `eventTypes`. The [API of events](api/events.md) reads and replays them.',
    '## Types',
    ['| Kind | Name | Types |', '| --- | --- | --- |', ...eventKinds.map(row)].join('\n'),
    '## Members',
    members(commonMembers(), { page: '', direction: 'response', whole: true }),
    '## Resources',
    'The word before the dot in `type` is the member of `data`, which has the resource as a read returns it.',
    ['| Member | Object |', '| --- | --- |', ...[...new Set(eventTypes.map(resourceOf))].map(resourceText)].join('\n'),
    ...eventKinds.map((_name, kind) => group(kind)),
    '## Test event',
    '`webhook.test` is sent by [Send a test event](api/webhooks.md#send-a-test-event) alone. It has no kind, and no list contains it.',
    fence('json', shownJson(eventExample('webhook.test'))),
  ].join('\n\n')}\n`
