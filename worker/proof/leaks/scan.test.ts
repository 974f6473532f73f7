import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLeaks, type Marker } from './scan.ts'

const markers: Marker[] = [
  { number: '4539578763621486', code: '738' },
  { number: '378282246310005', code: '8364' },
]
const [visa, amex] = markers as [Marker, Marker]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-leaks-'))
})
afterEach(() => rm(folder, { recursive: true }))

const scan = () => findLeaks(markers, { folders: [folder], files: [] })
const plant = (content: string | Buffer) => writeFile(join(folder, 'planted.log'), content)

type Cell = string | number | bigint | Buffer

/** A database whose last rows are only in its write-ahead log, as in a running gateway. */
const plantRow = (value: Cell, ...more: Cell[]): DatabaseSync => {
  const database = new DatabaseSync(join(folder, 'planted.sqlite'))
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE stored (value)')
  for (const each of [value, ...more]) database.prepare('INSERT INTO stored VALUES (?)').run(each)
  return database
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('card number', () => {
  test.each<[string, string | Buffer]>([
    ['plain', `card ${visa.number} paid`],
    ['without its last digits', `card ${visa.number.slice(0, 11)}`],
    ['groups', '4539 5787 6362 1486'],
    ['hyphens', '4539-5787-6362-1486'],
    ['American Express groups', '3782 822463 10005'],
    ['form body', 'number=4539+5787+6362+1486'],
    ['url-encoded groups', 'number=4539%205787%206362%201486'],
    ['every digit url-encoded', [...visa.number].map((digit) => `%3${digit}`).join('')],
    ['reversed', '6841263678759354'],
    ['base64', base64(visa.number)],
    ['base64 inside JSON', base64(`{"accountNumber":"${visa.number}"}`)],
    ['base64 at offset 1', base64(`{"accountNumber": "${visa.number}"}`)],
    ['base64 at offset 2', base64(`{"accountNumber":  "${visa.number}"}`)],
    ['hex', Buffer.from(visa.number).toString('hex')],
    ['UTF-16', Buffer.from(visa.number, 'utf16le')],
    ['UTF-16 big-endian', Buffer.from(visa.number, 'utf16le').swap16()],
    ['JSON escapes', [...visa.number].map((digit) => `\\u003${digit}`).join('')],
    ['packed decimal', Buffer.from(visa.number, 'hex')],
    ['packed decimal of odd length', Buffer.from(`0${amex.number}`, 'hex')],
  ])('scan finds a card number: %s', async (_, content) => {
    await plant(content)
    expect(await scan()).not.toEqual([])
  })

  test('scan finds a card number in a file name', async () => {
    await writeFile(join(folder, `${visa.number}.txt`), '')
    expect(await scan()).not.toEqual([])
  })

  test.each<[string, string | bigint | Buffer]>([
    ['text', `{"number":"${visa.number}"}`],
    ['integer', BigInt(visa.number)],
    ['blob', Buffer.from(visa.number)],
  ])('scan finds a card number in the write-ahead log: %s', async (_, value) => {
    const database = plantRow(value)
    expect((await scan()).map(({ location }) => location)).toContain('planted.sqlite: stored.value')
    database.close()
  })

  test('scan finds a card number in a deleted row', async () => {
    const database = plantRow(visa.number)
    database.exec('DELETE FROM stored')
    expect(await scan()).not.toEqual([])
    database.close()
  })
})

describe('CVV', () => {
  test.each<[string, (code: string) => string | Buffer]>([
    ['JSON texts', (code) => `{"verificationValue":"${code}"}`],
    ['JSON numbers', (code) => `{"verificationValue":${code},"x":1}`],
    ['nested JSON', (code) => JSON.stringify(JSON.stringify({ cvv: code }))],
    ['log line', (code) => `paid with ${code} just now\n`],
    ['form body', (code) => `cvv=${code}&next=1`],
    ['base64 in JSON', (code) => `{"code":"${base64(code)}"}`],
    ['UTF-16', (code) => Buffer.from(code, 'utf16le')],
    ['reversed', (code) => `"${[...code].toReversed().join('')}"`],
  ])('scan finds CVVs: %s', async (_, spell) => {
    await plant(Buffer.concat(markers.map(({ code }) => Buffer.from(spell(code)))))
    expect(await scan()).toEqual([{ location: join(folder, 'planted.log'), finding: 'CVVs 738, 8364' }])
  })

  test('scan finds CVVs in the texts of a column', async () => {
    const database = plantRow('738', '8364')
    expect((await scan()).map(({ location }) => location)).toContain('planted.sqlite: stored.value')
    database.close()
  })

  test('scan finds CVVs in the integers of a column', async () => {
    const database = plantRow(738, 8364)
    expect((await scan()).map(({ location }) => location)).toContain('planted.sqlite: stored.value')
    database.close()
  })

  test('scan finds CVVs in the blobs of a column', async () => {
    const database = plantRow(Buffer.from('738'), Buffer.from('8364'))
    expect((await scan()).map(({ location }) => location)).toContain('planted.sqlite: stored.value')
    database.close()
  })
})

describe('false positive', () => {
  test('scan ignores masked cards and digits in longer numbers', async () => {
    await plant('************1486 ************0005 latency 738 ms, id 20268364738, 2026-11-20T10:30:00.738Z 0.8364')
    const database = plantRow('visa 1486', '2026-11-20T10:30:00.738Z', '98364', '{"first6":"453957","last4":"1486"}')
    expect(await scan()).toEqual([])
    database.close()
  })

  test('scan ignores timings and counters', async () => {
    await plant(`{"ms":738,"d1":2} {"ms":8364,"d1":2} ${JSON.stringify('{"latency":738,"x":"latency":8364,}')}`)
    const database = plantRow(738, 8364, 12)
    expect(await scan()).toEqual([])
    database.close()
  })

  /** A card of almost only zeros, beside one whose digits are not searched for by chance. */
  const zeros: Marker[] = [{ number: '4000000000003022', code: '738' }, amex]
  const scanForZeros = () => findLeaks(zeros, { folders: [folder], files: [] })

  test('scan ignores a text before the rest of a padded counter that look like a card of zeros', async () => {
    await plant(`Zk4${'3022'.padStart(15, '0')}`)
    expect(await scanForZeros()).toEqual([])
  })

  test.each(['number=4000000000003022&', '{"accountNumber":"4000000000003022"}', '4000000000003022'])(
    'scan finds a card of zeros that is a word of its own: %s',
    async (content) => {
      await plant(content)
      expect(await scanForZeros()).not.toEqual([])
    },
  )

  test('scan ignores times and distances between ids in the snapshots of events', async () => {
    const database = plantRow(
      '{"s":"captured","l":738,"o":[[0,"approved",10,"00"],[8364,"approved",10,"00"]],"u":8364}',
    )
    expect(await scan()).toEqual([])
    database.close()
  })

  test('scan ignores CVVs among all numbers of their length', async () => {
    const texts = Array.from({ length: 9000 }, (_, count) => `order ${count}`)
    const database = plantRow('a', texts.join('; '))
    expect(await scan()).toEqual([])
    database.close()
  })

  test('scan ignores a single CVV', async () => {
    const database = plantRow(738, '17')
    expect(await scan()).toEqual([])
    database.close()
  })
})

test('scan with one CVV rejects', async () => {
  await expect(findLeaks([visa], { folders: [folder], files: [] })).rejects.toThrow('two different CVVs')
})
