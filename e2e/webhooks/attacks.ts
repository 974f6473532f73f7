import { existsSync, readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { inRepository } from '../../worker/cli/repository.ts'

/** Names and addresses that lead to this machine, in every spelling that some parser takes. */
const hosts: readonly string[] = [
  '127.1',
  '127.0.1',
  '127.0.0.2',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.01',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  'localhost.',
  'admin.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'loc\u00adalhost',
  'localtest.me',
  '127.0.0.1.nip.io',
  'shop.example@127.0.0.1',
  '127.0.0.1@localhost',
  'shop.example\\@127.0.0.1',
  'shop.example#@127.0.0.1',
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ address }) => address !== '127.0.0.1')
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
]

/** In these two spellings http may lead to this machine, in local runs alone; nothing else may. */
const localHosts: readonly string[] = ['localhost', '127.0.0.1']

const schemes: readonly string[] = ['https://', 'https:', 'https:/', 'https:///', 'https:\\\\', '//', '']
const strange: readonly string[] = [
  'ftp://',
  'gopher://',
  'ws://',
  'file://',
  'blob:http://',
  'jar:http://',
  'http:\t//',
]

/** Where TLS may go: any other port would be refused for itself. */
const tlsPort = 8443

/** Addresses that lead to this machine, in the clear to a port of it, and where no webhook may go, not even in local runs. */
export const attacksAt = (port: number): string[] => [
  ...hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${tlsPort}/hooks`]),
  ...schemes.flatMap((scheme) => localHosts.map((host) => `${scheme}${host}:${tlsPort}/`)),
  ...strange.flatMap((scheme) => localHosts.map((host) => `${scheme}${host}:${port}/`)),
]

interface Case {
  readonly url: string
  readonly expect: 'allow' | 'deny'
  readonly expectIfHttps: 'allow' | 'deny'
}

/** Of a list that others have collected, as far as this machine has it, those to be refused; the tests do without. */
const denied = (member: 'expect' | 'expectIfHttps'): string[] => {
  const file = inRepository('../shared/attacks/cases.json')
  if (!existsSync(file)) return []
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
  return cases.filter((entry) => entry[member] === 'deny').map(({ url }) => url)
}

/** The same address at another port. */
const pointed = (url: string, port: number): string =>
  url.replace(/^([a-z]+:[/\\]*)([^/\\?#]*?)(?::\d*)?(?=[/\\?#]|$)/i, `$1$2:${port}`)

const isLocal = (url: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?]|$)/i.test(url)

/**
 * As many of the collected addresses as were asked for, evenly from all, as they are and at a port of this machine.
 *
 * @returns none where the list is not there
 */
export const collectedAt = (port: number, most: number): string[] => {
  const all = [
    ...new Set([
      ...denied('expect').flatMap((url) => [url, pointed(url, port)]),
      ...denied('expectIfHttps').map((url) => pointed(url.replace(/^http:/i, 'https:'), tlsPort)),
    ]),
  ].filter((url) => !isLocal(url))
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)]!)
}

/** Headers that nobody may set on a delivery, by what they would do. */
export const hostileHeaders: readonly (readonly [name: string, value: string])[] = [
  ['x-shop', 'a\r\nhost: evil.example'],
  ['x-shop', 'a\nb'],
  ['x-shop', 'a\u0000b'],
  ['x-shop', 'a\tb'],
  ['x-shop', '😀'],
  ['x-shop', 'ü'],
  ['x-shop', 'a'.repeat(1025)],
  ['x-shop', 'a'.repeat(100_000)],
  ['', 'a'],
  [' ', 'a'],
  ['x shop', 'a'],
  ['x-shop:', 'a'],
  ['x-shop\r\nhost', 'evil.example'],
  ['😀', 'a'],
  ['ü', 'a'],
  ['x'.repeat(65), 'a'],
  ['host', 'evil.example'],
  ['Host', 'evil.example'],
  ['content-length', '0'],
  ['Content-Type', 'text/html'],
  ['content-encoding', 'gzip'],
  ['transfer-encoding', 'chunked'],
  ['connection', 'close'],
  ['webhook-id', 'evt-1'],
  ['webhook-timestamp', '1'],
  ['Webhook-Signature', 'v1,AAAA'],
]
