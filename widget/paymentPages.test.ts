import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { PagesManifest, PaymentPageInventory } from '#contract/builtPages'
import { listPaymentPages } from './paymentPages.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const text = (path: string) => readFileSync(dist + path, 'utf8')
const sha384 = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

const listed = JSON.parse(text('assets/payment-page-scripts.json')) as PaymentPageInventory
const pages = JSON.parse(text('pages.json')) as PagesManifest
const scripts = [...listed.pages.flatMap((page) => page.scripts), ...listed.onMerchantPages]

test('the manifest lists exactly the built browser scripts with their hashes', () => {
  const built = ['embed', 'checkout-assets'].flatMap((folder) =>
    readdirSync(`${dist}assets/${folder}`)
      .filter((name) => name.endsWith('.js'))
      .map((name) => `/${folder}/${name}`),
  )
  const withAddress = new Map(
    scripts.flatMap(({ src, integrity }) => (src === null ? [] : [[src, integrity] as const])),
  )
  expect([...withAddress.keys()].sort()).toEqual(built.sort())
  for (const [src, integrity] of withAddress) expect(integrity, src).toBe(sha384(text(`assets${src}`)))
})

test('the card form’s inline script is the listed one in every language', () => {
  const { scripts } = listed.pages.find(({ path }) => path === '/card')!
  expect(scripts).toHaveLength(1)
  for (const locale of pages.card.locales) {
    const html = text(`assets/card/${locale}.html`)
    const running = [...html.matchAll(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs)].map(
      ([, code]) => code!,
    )
    expect(running.map(sha384), locale).toEqual([scripts[0]!.integrity])
  }
})

test('the checkout’s inline scripts are listed with the hashes of their code', () => {
  const inline = listed.pages
    .filter(({ path }) => path !== '/card')
    .map(({ scripts }) => scripts.filter(({ src }) => src === null).map(({ integrity }) => integrity))
  const { loader, logo, earlyLayout } = pages.checkout
  const expected = [loader, logo, earlyLayout].map(({ code }) => sha384(code))
  expect(inline).toEqual([expected, expected])
})

test('each listed script has a purpose and an authorization', () => {
  for (const { name, purpose, authorizedBy } of scripts)
    for (const sentence of [purpose, authorizedBy]) expect(sentence, name).toMatch(/^[A-Z].{20,}\.$/)
})

test('listed headers have placeholders for values that differ per response', () => {
  const policies = listed.pages.map(({ name, headers }) => [name, headers['content-security-policy']!] as const)
  expect(Object.fromEntries(policies.map(([name, policy]) => [name, policy.match(/\{\w+\}/g)]))).toEqual({
    'card form': ['{ancestors}'],
    checkout: ['{nonce}', '{nonce}', '{images}', '{font}'],
    'embedded checkout': ['{nonce}', '{nonce}', '{images}', '{font}', '{ancestors}'],
  })
  expect(JSON.stringify(listed)).not.toContain('.invalid')
})

test('the manifest’s version changes with its content', () => {
  const other = { ...pages, card: { ...pages.card, scriptHash: 'sha256-other' } }
  const [card] = listed.pages
  expect(listPaymentPages(pages, card!.scripts[0]!.integrity)).toEqual(listed)
  expect(listPaymentPages(other, card!.scripts[0]!.integrity).version).not.toBe(listed.version)
})
