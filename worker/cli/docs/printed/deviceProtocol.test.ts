import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { deviceMessage, loginSigningInput, terminalNamePattern } from '#contract/terminals/device'
import { codeBlocks, readDocument } from '../markdown.ts'
import { gatewayMessageTexts } from './deviceTexts.ts'

const page = readDocument('docs/reference/device-protocol.md')
const blocks = codeBlocks(page)

/** The messages of the example, by the sign of their sender. */
const exampleMessages = (sign: '<' | '>'): { readonly type: string }[] =>
  blocks[0]!.code
    .split('\n')
    .filter((line) => line.startsWith(`${sign} {`))
    .map((line) => JSON.parse(line.slice(2)) as { readonly type: string })

test('device protocol: each message of the example’s device is accepted by the gateway’s schema', () => {
  const messages = exampleMessages('>')
  expect(messages.map(({ type }) => type)).toEqual(['hello', 'stored', 'login', 'received', 'presented', 'card'])
  for (const message of messages) expect(v.safeParse(deviceMessage, message).issues, message.type).toBeUndefined()
})

test('device protocol: each message of the example’s gateway has the members of the reference', () => {
  const messages = exampleMessages('<')
  expect(messages).toHaveLength(7)
  for (const { type, ...members } of messages)
    expect(Object.keys(members), type).toEqual(
      Object.keys(gatewayMessageTexts[type as keyof typeof gatewayMessageTexts].members),
    )
})

test('device protocol: the sample prints the proof of the example values', () => {
  const given = Object.fromEntries(
    [...page.matchAll(/^\| (key|reader|nonce|proof) +\| `([^`]+)`/gm)].map(([, name, value]) => [name, value]),
  )
  const { key = '', reader = '', nonce = '', proof } = given
  expect(reader).toMatch(terminalNamePattern)
  const hmac = createHmac('sha256', Buffer.from(key, 'base64url')).update(loginSigningInput(reader, nonce))
  expect(hmac.digest('base64url')).toBe(proof)
  const sample = blocks.find(({ language }) => language === 'sh')!.code
  expect(execFileSync('sh', ['-c', sample], { encoding: 'utf8' }).trim()).toBe(proof)
})
