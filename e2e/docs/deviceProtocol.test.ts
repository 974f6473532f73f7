import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  closeCodes,
  codeAlphabet,
  deviceErrors,
  deviceLimits,
  deviceProtocol,
  entryModes,
  fromDevice,
  type FromGateway,
  heartbeat,
  loginText,
  readerPattern,
  sessionStates,
} from '#contract/terminals/device'
import { endingCodes, sessionTransitions } from '../../worker/terminals/session/transitions.ts'
import { chapter, named, tableAfter as tableIn } from './readmeTables.ts'

/** What makers of card readers build from: it is held to what the gateway does. */
const document = chapter('The device protocol')

const tableAfter = (line: string): string[][] => tableIn(document, line)
const firstNames = (rows: string[][]): string[] => rows.flatMap(([cell]) => named(cell))

test('the worked example of a proof is right', () => {
  const given = Object.fromEntries(tableAfter('To check yours:').map(([name = '', value]) => [name, named(value)[0]!]))
  const { key = '', reader = '', nonce = '', proof } = given
  expect(reader).toMatch(readerPattern)
  const hmac = createHmac('sha256', Buffer.from(key, 'base64url')).update(loginText(reader, nonce))
  expect(hmac.digest('base64url')).toBe(proof)
  expect(document).toContain(JSON.stringify(loginText(reader, nonce)))
})

test('each message of a reader stands there, with its members', () => {
  const said: Record<string, string[]> = {}
  let type = ''
  for (const [first, members] of tableAfter('Unknown members are ignored.')) {
    type = named(first)[0] ?? type
    said[type] = [...(said[type] ?? []), ...named(members)]
  }
  expect(said).toEqual(
    Object.fromEntries(
      fromDevice.options.map(({ entries: { type: name, ...members } }) => [name.literal, Object.keys(members)]),
    ),
  )
})

/** Complete by its type. */
const saidByGateway: Readonly<Record<FromGateway['type'], true>> = {
  code: true,
  paired: true,
  challenge: true,
  welcome: true,
  payment: true,
  processing: true,
  result: true,
  deleted: true,
  error: true,
}

test('each message of the gateway stands there', () => {
  expect(firstNames(tableAfter('From the gateway:'))).toEqual(Object.keys(saidByGateway))
})

test('each error, close code, way of entry and state stands there, and no other', () => {
  expect(firstNames(tableAfter('#### Errors'))).toEqual(Object.keys(deviceErrors))
  expect(tableAfter('#### Close codes').map(([code]) => Number(code))).toEqual(Object.values(closeCodes))
  const entryMode = tableAfter('The plaintext is JSON:').find(([name]) => name === '`entryMode`')
  expect(named(entryMode?.[2])).toEqual(entryModes)
  const drawn = /```mermaid\n([^`]+)```/.exec(document)?.[1]?.matchAll(/[a-z_]+(?= -->)|(?<=--> )[a-z_]+/g)
  expect(new Set([...(drawn ?? [])].map(([state]) => state))).toEqual(new Set(sessionStates))
})

test('each step from state to state stands there with its response code', () => {
  const rows = tableAfter('#### Session states').map(([from = '', , , to, codes]) => ({
    from: named(from),
    to: named(to)[0]!,
    codes: named(codes),
  }))
  const written = rows.flatMap(({ from, to }) => from.map((state) => `${state} to ${to}`))
  const steps = Object.entries(sessionTransitions).flatMap(([from, next]) =>
    Object.values(next).map((to) => `${from} to ${to}`),
  )
  expect(new Set(written)).toEqual(new Set(steps))
  const ended = Object.entries(endingCodes).flatMap(([event, code]) =>
    Object.entries(sessionTransitions).flatMap(([from, next]) => {
      const to = next[event as keyof typeof endingCodes]
      return to === undefined ? [] : [`${from} to ${to}: ${code}`]
    }),
  )
  const coded = rows.flatMap(({ from, to, codes }) =>
    from.flatMap((state) => codes.map((code) => `${state} to ${to}: ${code}`)),
  )
  expect(coded).toEqual(expect.arrayContaining(ended))
})

const seconds = (ms: number): string => `${ms / 1000} seconds`

test('each limit is what the gateway keeps to', () => {
  const shown = tableAfter('#### Limits').map(([, limit]) => limit)
  const { codeMs, loginMs, storedMs, heartbeatMs, silenceMs, deliveryMs, presentMs, sessionMs } = deviceLimits
  expect(shown).toEqual([
    `${codeMs / 60_000} minutes`,
    ...[loginMs, storedMs, heartbeatMs, silenceMs, deliveryMs, presentMs, sessionMs].map(seconds),
    deviceLimits.messageBytes.toLocaleString('en'),
    deviceLimits.signatureBytes.toLocaleString('en'),
  ])
  expect(document).toContain(`6 characters of \`${codeAlphabet}\``)
  expect(document).toContain(`subprotocol \`${deviceProtocol}\``)
  expect(document).toContain(`the text \`${heartbeat.ask}\``)
})
