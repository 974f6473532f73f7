import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { endpoints } from '#contract/endpoints'
import { addAuthenticator } from '../../widget/testing/console/addAuthenticator.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { markerCards } from '../../worker/proof/leaks/markerCards.ts'
import { scanForLeaks, type Leak, type NamedSecret } from '../../worker/proof/leaks/scan.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { expect, test } from '../support/fixtures.ts'
import { crawl } from './tour/crawl.ts'
import { fillScreens } from './tour/fillScreens.ts'
import { startConsole, type OwnConsole } from './tour/ownConsole.ts'
import { eachState, enterAsOwner, linksOf, openScreen } from './tour/pages.ts'

/** Secrets in what the console shows, requests, logs and exports. */

type Output = { readonly name: string; readonly text: string }

/** Requests whose responses show a secret once, on purpose. Those of the API have it in their contract. */
const showOnce = [
  ...endpoints.filter(({ returnedOnce }) => returnedOnce).map(({ method, path }) => ({ method, path: path as string })),
  { method: 'POST', path: '/v1/team/invitations' },
  { method: 'POST', path: '/invitation/accept' },
  { method: 'POST', path: '/recovery/accept' },
]

const isShownOnce = (method: string, { pathname }: URL): boolean =>
  showOnce.some(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )

/** Records what a page requests and receives. */
const record = (page: Page, outputs: Output[]): void => {
  page.on('request', (request) => outputs.push({ name: `URL of ${request.method()}`, text: request.url() }))
  page.on('console', (message) => outputs.push({ name: 'console of the browser', text: message.text() }))
  page.on('response', async (response) => {
    const [method, url] = [response.request().method(), new URL(response.url())]
    if (isShownOnce(method, url) || url.pathname.startsWith('/console-assets/')) return
    const text = await response.text().catch(() => '')
    outputs.push({ name: `response to ${method} ${url.pathname}`, text })
  })
}

/** The page, its inputs, and what it keeps in the browser. */
const readPage = async (page: Page): Promise<string> => {
  const read = await page.evaluate(() => [
    location.href,
    document.documentElement.outerHTML,
    document.body.innerText,
    ...[...document.querySelectorAll('input, textarea, select')].map((input) => (input as HTMLInputElement).value),
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    JSON.stringify(history.state),
    document.cookie,
  ])
  return read.join('\n')
}

const exportButtons = /csv|export|download/i

const lookAround = async (page: Page, origin: string, outputs: Output[]): Promise<void> => {
  await crawl(
    origin,
    async ({ screen, address }) => {
      await openScreen(page, address)
      const links = await linksOf(page)
      await eachState(
        page,
        async (state) => void outputs.push({ name: `${screen}, ${state}`, text: await readPage(page) }),
      )
      for (const button of await page.locator('main').getByRole('button', { name: exportButtons }).all()) {
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
        outputs.push({ name: `export of ${screen}`, text: await readFile(await download.path(), 'utf8') })
      }
      return links
    },
    1,
  )
}

/** Payments by cards that no other test uses, a webhook and a key with secrets, and what else the screens need. */
const fill = async ({ gateway }: OwnConsole): Promise<NamedSecret[]> => {
  await fillScreens(gateway)
  const client = new GatewayClient(gateway)
  const post = async (path: string, body: object) => (await client.call('POST', `/v1/${path}`, body)).body as any
  for (const { number, code } of markerCards) {
    const creditCard = { accountNumber: number, expires: '1230', verificationValue: code, nameOnCard: 'Ann Example' }
    await post('transactions/sale', { payment: { creditCard }, amount: { value: 20 } })
    await post('tokens', { creditCard })
  }
  const header = 'header-value-5f0e6c1b9d'
  const url = 'http://localhost:9/other'
  const headers = { 'x-shop-secret': header }
  const { webhook } = await post('webhook', { url, enabled: true, subscribedEvents: null, headers })
  const { key } = await post('apikeys', { kind: 'secret', name: 'Reports' })
  return [
    { name: 'the secret of a webhook', text: webhook.secret },
    { name: 'an API key', text: key },
    { name: 'the API key of the demo', text: demoAccount.secretKey },
    { name: 'the value of a header of webhooks', text: header },
  ]
}

/** Searches outputs for secrets, and for anything with the pattern of a card number, a labelled CVV or a key. */
const search = async (outputs: readonly Output[], secrets: readonly NamedSecret[]): Promise<Leak[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-console-outputs-'))
  const named = Map.groupBy(outputs, ({ name }) => name.replaceAll(/[^\w]+/g, '-'))
  try {
    for (const [name, all] of named) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'text'), all.map(({ text }) => text).join('\n'))
    }
    const cards = { cards: markerCards.map(({ number }) => number), minDigits: 10 }
    // Some occur by chance, such as the numbers of currencies.
    const codes = { cvvs: markerCards.map(({ code }) => code), minCvvs: 6 }
    return await scanForLeaks({ ...cards, ...codes, secrets, matchPatterns: true }, { folders: [folder], files: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('console: no page, request, response, log line or export has a secret, except where it is shown once', async ({
  page,
  browser,
}) => {
  test.setTimeout(8 * 60_000)
  const own = await startConsole()
  const context = await browser.newContext()
  try {
    const secrets = await fill(own)
    const outputs: Output[] = []
    await enterAsOwner(page, own.origin)
    record(page, outputs)
    await lookAround(page, own.origin, outputs)

    // A colleague joins, with a link, a passkey and a recovery code.
    const link = await page.evaluate(async () => {
      const body = JSON.stringify({ email: 'grace@kiln-and-tide.example', role: 'owner' })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/v1/team/invitations', { method: 'POST', headers, body })
      return ((await response.json()) as { link: string }).link
    })
    const joining = await context.newPage()
    await addAuthenticator(context, joining)
    record(joining, outputs)
    await joining.goto(link)
    await joining.getByLabel('Your name').fill('Grace Hopper')
    await joining.getByRole('button', { name: 'Create a passkey' }).click()
    const code = await joining.locator('.recovery-code').innerText()
    await joining.getByRole('button', { name: 'Open the console' }).click()
    await joining.locator('nav.sections').waitFor()
    outputs.push({ name: 'the page after joining', text: await readPage(joining) })
    await lookAround(joining, own.origin, outputs)

    const cookies = [...(await page.context().cookies()), ...(await context.cookies())]
    const all = [
      ...secrets,
      { name: 'the secret of an invitation', text: link.split('#')[1]! },
      { name: 'a recovery code', text: code },
      { name: 'a recovery code without hyphens', text: code.replaceAll('-', '') },
      ...cookies.map(({ value }) => ({ name: 'the secret of a session', text: value })),
    ]
    outputs.push({ name: 'log of the worker', text: own.log() })
    for (const part of ['export of payments', 'log of the worker', 'response to GET /session'])
      expect(outputs.filter(({ name, text }) => name === part && text.length > 100)).not.toEqual([])
    // The browser requests the link itself; what is behind the # stays in it.
    const visible = outputs.filter(({ text }) => text !== link)
    expect(await search(visible, all)).toEqual([])

    // Each of them is found where it does not belong.
    const codes = markerCards.map(({ code }) => code).join(' ')
    for (const text of [...all.map(({ text }) => text), ...markerCards.map(({ number }) => number), codes])
      expect(await search([...visible.slice(0, 3), { name: 'planted', text: `<p>${text}</p>` }], all)).not.toEqual([])
  } finally {
    await context.close()
    await own.stop()
  }
})
