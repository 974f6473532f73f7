import { hostname, networkInterfaces } from 'node:os'
import { attacks } from '../../worker/contract/schema/publicUrl.fixtures.ts'

/** Forbidden hosts in every spelling that a parser accepts, and the addresses of this machine. */
const hosts: readonly string[] = [
  ...attacks.flatMap(([url, fault]) => {
    const host = /^https:\/\/([^/]+)\/$/.exec(url)?.[1]
    return host === undefined || ['form', 'port'].includes(fault) ? [] : [host.replace(/:\d+$/, '')]
  }),
  '127.0.0.2',
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ address }) => address !== '127.0.0.1')
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
]

/** Hosts that plain HTTP may use in local runs. */
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

/** A port allowed for TLS, so that the host is the reason of the rejection. */
const tlsPort = 8443

/** URLs of this machine that are forbidden for webhooks, even in local runs. */
export const attackUrls = (port: number): string[] => [
  ...hosts.filter((host) => !localHosts.includes(host.toLowerCase())).map((host) => `http://${host}:${port}/`),
  ...hosts.map((host) => `https://${host}:${tlsPort}/hooks`),
  ...schemes.flatMap((scheme) => localHosts.map((host) => `${scheme}${host}:${tlsPort}/`)),
  ...strange.flatMap((scheme) => localHosts.map((host) => `${scheme}${host}:${port}/`)),
]

/** Headers that must not be registered for deliveries. */
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
