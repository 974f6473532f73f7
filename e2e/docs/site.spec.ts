import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { builtDocumentation, ensureDocumentation } from '../../worker/cli/build/documentation.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { startFileServer, type FileServer } from '../support/fileServer.ts'
import { expect, test } from '../support/fixtures.ts'

// The built documentation on a file server, in a folder of its own as on many hosts. One worker, since it is built at most once.
test.describe.configure({ mode: 'default' })

let site: FileServer

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await ensureDocumentation()
  site = await startFileServer(builtDocumentation, '/sluice/docs/')
})
test.afterAll(() => site.close())

/** Paths of all pages, such as guides/webhooks. */
const pages = globSync('**/*.md', { cwd: inRepository('docs') }).map((path) => path.replace(/\.md$/, ''))

/** One page of each kind. */
const kinds = [
  'index',
  'start',
  'guides/webhooks',
  'concepts/life-of-a-payment',
  'reference/api/index',
  'reference/api/transactions',
  'reference/errors',
  'reference/test-cards',
  'operations/deploy',
  'internals/testing',
  'quality/claims',
]

const urlOf = (page: string): string => `${site.url}${page}.html`

/** Requests to other hosts, failed requests and exceptions. */
const collectProblems = (page: Page): string[] => {
  const problems: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && !request.url().startsWith(site.url))
      problems.push(`request to ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`)
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The page has started: its buttons and keys work. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(urlOf(path))
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme })

    test(`documentation in ${colorScheme} mode: no axe violations on a page of each kind`, async ({ page }) => {
      test.setTimeout(120_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const kind of kinds) {
        await open(page, kind)
        expect.soft(await axeViolations(page, { bestPractices: true }), kind).toEqual([])
      }
      await page.goto(`${site.url}guides/none.html`)
      expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    })
  })

test('documentation: every page loads from its own host only and has no horizontal scroll from 390 to 1920 px', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const problems = collectProblems(page)
  for (const path of pages) {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, path)
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await overflow(page), `${path} at ${width} px`).toBe(0)
    }
  }
  expect(problems).toEqual([])
})

test('documentation search: opens with / and Ctrl-K, finds "void", and opens the page by keyboard', async ({
  page,
}) => {
  await open(page, 'index')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search the documentation' })
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await page.keyboard.press('Control+k')
  await box.fill('void')
  const results = page.getByRole('option')
  await expect(results.first()).toHaveAttribute('aria-selected', 'true')
  await expect(results.first()).toContainText(/void/i)
  await expect(page.locator('.excerpt mark').first()).toHaveText(/void/i)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  const second = results.nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  const target = await second.getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new URL(target ?? '', site.url).href)
  await expect(page.locator('main')).toContainText(/void/i)
})

test('documentation search: finds an operation by its name and an error by its type', async ({ page }) => {
  await open(page, 'index')
  for (const [words, title] of [
    ['capture a payment', /capture/i],
    ['card_declined', /card_declined/],
    ['amount_exceeds_authorized', /amount_exceeds_authorized/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search the documentation' }).fill(words)
    await expect(page.getByRole('option').first()).toContainText(title)
    await page.keyboard.press('Escape')
  }
})

test.describe('documentation search', () => {
  for (const [question, pages] of [
    [
      'how to void a payment',
      /\/(guides\/(authorize-and-capture|refunds-and-disputes)|reference\/api\/transactions)\.html#.*void/,
    ],
    ['void', /\/(guides\/(authorize-and-capture|refunds-and-disputes)|reference\/api\/transactions)\.html#.*void/],
    ['G05 meaning', /\/reference\/response-codes\.html/],
    ['What does G05 mean?', /\/reference\/response-codes\.html/],
    ['how to rotate a webhook secret', /\/guides\/webhooks\.html#rotate/],
    ['how do I verify a webhook in Fortran', /\/guides\/webhooks\.html#verify/],
    ['webhook', /\/guides\/webhooks\.html/],
    ['test card', /\/reference\/test-cards\.html/],
    ['refund', /\/guides\/refunds-and-disputes\.html/],
    ['save a card', /\/guides\/save-and-charge\.html/],
    ['subscription', /\/guides\/subscriptions\.html/],
  ] as const)
    test(`"${question}" has its page among the first two results`, async ({ page }) => {
      await open(page, 'index')
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search the documentation' }).fill(question)
      const results = page.getByRole('option')
      await expect(results.first()).toBeVisible()
      const found = await results.evaluateAll((links) =>
        links.slice(0, 2).map((link) => link.getAttribute('href') ?? ''),
      )
      expect(
        found.filter((href) => pages.test(href)),
        found.join(' '),
      ).not.toEqual([])
    })

  test('finds sections with most of a question’s words, and none for a word that no page has', async ({ page }) => {
    await open(page, 'index')
    await page.keyboard.press('/')
    const box = page.getByRole('combobox', { name: 'Search the documentation' })
    await box.fill('rotate secret zzqqxx')
    const hits = page.getByRole('option')
    await expect(hits.first()).toContainText('Rotate the secret')
    await box.fill('zzqqxx')
    await expect(hits).toHaveCount(0)
  })
})

test('documentation: code and pages are copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await open(page, 'guides/webhooks')
  const code = page.locator('.vp-doc div[class*=language-]').first()
  await code.hover()
  await code.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(clipboard).toBe((await code.locator('pre').innerText()).trimEnd())
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await expect(page.locator('.page-actions').getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboard()).toBe(readFileSync(join(builtDocumentation, 'guides/webhooks.md'), 'utf8'))
})

test('documentation: the chosen theme holds after a reload, and pictures follow it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await open(page, 'concepts/life-of-a-payment')
  const pictures = page.locator('.picture:visible')
  await expect(pictures.first()).toHaveAttribute('src', /payment-states\.[\w-]+\.svg$/)
  expect(loaded.filter((url) => /-dark\.[\w-]+\.(svg|png)$/.test(url))).toEqual([])
  await page.getByRole('switch').first().click()
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(pictures.first()).toHaveAttribute('src', /payment-states-dark\.[\w-]+\.svg$/)
})

test('documentation: the language chosen in a code group is shown on every page', async ({ page }) => {
  await open(page, 'index')
  await page.getByText('JavaScript', { exact: true }).click()
  await expect(page.locator('.vp-code-group .active')).toContainText('SluiceClient')
  await open(page, 'guides/save-and-charge')
  const group = page.locator('.vp-code-group', { hasText: 'curl' }).first()
  await expect(group.getByRole('radio', { name: 'JavaScript' })).toBeChecked()
  await expect(group.locator('.active')).toHaveClass(/language-js/)
  // By keyboard.
  await group.getByRole('radio', { name: 'JavaScript' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(group.locator('.active')).toHaveClass(/language-sh/)
  await page.reload()
  await expect(group.getByRole('radio', { name: 'curl' })).toBeChecked()
})

test('documentation on a phone: menu and sidebar work by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'guides/webhooks')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.first().focus()
  await page.keyboard.press('Enter')
  const concepts = page.getByRole('link', { name: 'Concepts' })
  await expect(concepts).toBeVisible()
  await concepts.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Life of a payment' })).toBeVisible()
  await expect(concepts).toBeHidden()

  await page.locator('.VPLocalNav .menu').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.VPSidebar')).toBeInViewport()
  await page.getByRole('link', { name: 'Glossary' }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible()
})

test('documentation for programs: llms.txt lists every page, and each is Markdown whose links and pictures exist', async ({
  request,
}) => {
  const list = await (await request.get(`${site.url}llms.txt`)).text()
  const listed = [...list.matchAll(/^- \[(.+?)\]\((.+?)\)(: .+)?$/gm)].map(([, title, path, text]) => ({
    title,
    path,
    text,
  }))
  expect(listed.map(({ path }) => path).toSorted()).toEqual(
    pages
      .filter((page) => page !== 'index')
      .map((page) => `${page}.md`)
      .toSorted(),
  )
  const whole = await (await request.get(`${site.url}llms-full.txt`)).text()
  for (const { title, path = '' } of listed) {
    const response = await request.get(site.url + path)
    const text = await response.text()
    expect(response.headers()['content-type'], path).toContain('text/markdown')
    expect(text.replaceAll('`', ''), path).toMatch(/^# /)
    expect(text.replaceAll('`', ''), path).toContain(`# ${title}`)
    const prose = text.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/`[^`]*`/g, '')
    expect(prose, path).not.toMatch(/^:::|<!-- (end of )?printed|^<TryIt/m)
    expect(whole, path).toContain(text.trim())
    for (const [, target = ''] of prose.matchAll(/!\[[^\]]*\]\(([^):]+)\)/g))
      expect
        .soft(existsSync(join(builtDocumentation, posix.join(dirname(path), target))), `${path}: ${target}`)
        .toBe(true)
  }
})

test('documentation: an unknown address at any depth leads to the start page', async ({ page }) => {
  const response = await page.goto(`${site.url}guides/deep/none.html`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link')).toHaveAttribute('href', '/sluice/docs/index.html')
  await page.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Take card payments')
})

test('documentation without JavaScript: a page is readable and its links work', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(urlOf('index'))
  await page.getByRole('link', { name: 'Quick start' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
