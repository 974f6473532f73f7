import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  closeCodes,
  pairingCodeAlphabet,
  deviceErrors,
  deviceLimits,
  deviceProtocol,
  entryModes,
  deviceMessage,
  type GatewayMessage,
  heartbeat,
  loginSigningInput,
  terminalNamePattern,
  sessionStates,
} from '#contract/terminals/device'
import { endingCodes, sessionTransitions } from '../../worker/terminals/session/transitions.ts'
import { chapter, codeSpans, tableAfter as tableIn } from './readmeTables.ts'

/** The document for device makers, compared with the contract. */
const document = chapter('The device protocol')

const tableAfter = (line: string): string[][] => tableIn(document, line)
const namesInFirstColumn = (rows: string[][]): string[] => rows.flatMap(([cell]) => codeSpans(cell))

test('README.md, device protocol: the example proof is correct', () => {
  const example = Object.fromEntries(
    tableAfter('To check yours:').map(([name = '', value]) => [name, codeSpans(value)[0]!]),
  )
  const { key = '', reader = '', nonce = '', proof } = example
  expect(reader).toMatch(terminalNamePattern)
  const hmac = createHmac('sha256', Buffer.from(key, 'base64url')).update(loginSigningInput(reader, nonce))
  expect(hmac.digest('base64url')).toBe(proof)
  expect(document).toContain(JSON.stringify(loginSigningInput(reader, nonce)))
})

test('README.md, device protocol: lists each device message with its members', () => {
  const documented: Record<string, string[]> = {}
  let type = ''
  for (const [first, members] of tableAfter('Unknown members are ignored.')) {
    type = codeSpans(first)[0] ?? type
    documented[type] = [...(documented[type] ?? []), ...codeSpans(members)]
  }
  expect(documented).toEqual(
    Object.fromEntries(
      deviceMessage.options.map(({ entries: { type: name, ...members } }) => [name.literal, Object.keys(members)]),
    ),
  )
})

/** Complete, as the type requires each message. */
const gatewayMessageTypes: Readonly<Record<GatewayMessage['type'], true>> = {
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

test('README.md, device protocol: lists each gateway message', () => {
  expect(namesInFirstColumn(tableAfter('From the gateway:'))).toEqual(Object.keys(gatewayMessageTypes))
})

test('README.md, device protocol: lists exactly the errors, close codes, entry modes and states of the contract', () => {
  expect(namesInFirstColumn(tableAfter('#### Errors'))).toEqual(Object.keys(deviceErrors))
  expect(tableAfter('#### Close codes').map(([code]) => Number(code))).toEqual(Object.values(closeCodes))
  const entryMode = tableAfter('The plaintext is JSON:').find(([name]) => name === '`entryMode`')
  expect(codeSpans(entryMode?.[2])).toEqual(entryModes)
  const drawn = /```mermaid\n([^`]+)```/.exec(document)?.[1]?.matchAll(/[a-z_]+(?= -->)|(?<=--> )[a-z_]+/g)
  expect(new Set([...(drawn ?? [])].map(([state]) => state))).toEqual(new Set(sessionStates))
})

test('README.md, device protocol: lists each state transition with its response code', () => {
  const rows = tableAfter('#### Session states').map(([from = '', , , to, codes]) => ({
    from: codeSpans(from),
    to: codeSpans(to)[0]!,
    codes: codeSpans(codes),
  }))
  const documented = rows.flatMap(({ from, to }) => from.map((state) => `${state} to ${to}`))
  const steps = Object.entries(sessionTransitions).flatMap(([from, next]) =>
    Object.values(next).map((to) => `${from} to ${to}`),
  )
  expect(new Set(documented)).toEqual(new Set(steps))
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

test('README.md, device protocol: limits match deviceLimits', () => {
  const limits = tableAfter('#### Limits').map(([, limit]) => limit)
  const { codeMs, codeTries, loginMs, storedMs, heartbeatMs, silenceMs, deliveryMs, presentMs, sessionMs } =
    deviceLimits
  expect(limits).toEqual([
    `${codeMs / 60_000} minutes`,
    String(codeTries),
    ...[loginMs, storedMs, heartbeatMs, silenceMs, deliveryMs, presentMs, sessionMs].map(seconds),
    deviceLimits.messageBytes.toLocaleString('en'),
    deviceLimits.signatureBytes.toLocaleString('en'),
  ])
  expect(document).toContain(`6 characters of \`${pairingCodeAlphabet}\``)
  expect(document).toContain(`subprotocol \`${deviceProtocol}\``)
  expect(document).toContain(`the text \`${heartbeat.request}\``)
})
