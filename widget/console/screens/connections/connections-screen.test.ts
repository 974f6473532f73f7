import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import {
  builtInConnection,
  sampleConnection,
  sampleProcessor,
  sampleRule,
} from '../../../testing/console/developerSamples.ts'

const openFixture = useConsole()

const prepare = (fixture: ConsoleFixture, connections = [builtInConnection(), sampleConnection()]): void => {
  fixture.respond('GET /v1/connections', () => ({ body: { connections } }))
  fixture.respond('GET /v1/processors', () => ({ body: { processors: [sampleProcessor()] } }))
  fixture.respond('GET /v1/account', () => ({ body: { account: { routing: [sampleRule()] } } }))
}

it('connections show their health in words, their settings without credentials, and the rules of routing', async () => {
  const fixture = await openFixture()
  prepare(fixture, [
    builtInConnection(),
    sampleConnection({ status: 'failing', lastFailure: '2026-11-27T10:00:00.000Z' }),
    sampleConnection({ id: 'c2', label: 'Second', status: 'untested', lastSuccess: null }),
    sampleConnection({ id: 'c3', label: 'Third', status: 'disabled', disabled: true }),
  ])
  const page = await fixture.open('/test/connections')
  await page.getByRole('heading', { name: 'Third' }).waitFor()
  const texts = await page.locator('.connection').allInnerTexts()
  const parts = [
    ['Simulator', 'Built in'],
    ['Main account', 'Failing', 'The processor last responded', 'Region', 'eu', 'stored, never shown', 'Turn off'],
    ['Second', 'Not tested yet', 'Never'],
    ['Third', 'Off', 'Turn on'],
  ]
  for (const [index, each] of parts.entries()) for (const part of each) expect(texts[index]).toContain(part)
  expect(texts[0]).not.toContain('Remove')
  const rule = page.getByRole('table', { name: 'Routing' }).locator('tbody tr')
  expect((await rule.innerText()).split(/\s*[\n\t]+\s*/)).toEqual(['1', 'Card', 'EUR', 'Any', 'Main account'])
})

it('a check shows its result in words', async () => {
  const fixture = await openFixture()
  prepare(fixture)
  const answers = ['credentials', 'unreachable', null]
  fixture.respond('POST /v1/connections/c1/check', () => {
    const reason = answers.shift() ?? null
    return { body: { check: { result: reason ? 'failed' : 'ok', reason, text: null } } }
  })
  const page = await fixture.open('/test/connections')
  const check = page.getByRole('button', { name: 'Check now: Main account' })
  await check.click()
  await page.getByText('The processor rejects the credentials.').waitFor()
  await check.click()
  await page.getByText('The processor does not respond.').waitFor()
  await check.click()
  await page.getByText('The processor accepts the credentials.').waitFor()
})

it('a connection is added with the settings that its processor describes', async () => {
  const fixture = await openFixture()
  prepare(fixture)
  fixture.respond('POST /v1/connections', () => ({ body: { connection: sampleConnection() } }))
  const page = await fixture.open('/test/connections')
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a connection' })
  await dialog.getByText('In test mode only its 2 documented test cards').waitFor()
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Enter a value.').waitFor()
  await dialog.getByLabel('Name').fill('Main account')
  const secret = dialog.getByLabel('API key')
  expect(await secret.getAttribute('type')).toBe('password')
  await secret.fill('s3cret')
  await dialog.getByLabel('Region').selectOption('us')
  await dialog.getByLabel('Descriptors').check()
  await dialog.getByLabel('Store').fill('7')
  await dialog.getByLabel('Currencies').fill('840, 978')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(fixture.sent('POST /v1/connections')[0]!.postDataJSON()).toEqual({
    processor: 'acme',
    label: 'Main account',
    settings: {
      host: 'https://api.acme.example',
      apiKey: 's3cret',
      region: 'us',
      descriptors: true,
      store: 7,
      currencies: [840, 978],
    },
  })
  expect(await page.locator('html').innerHTML()).not.toContain('s3cret')
})

it('a change sends what differs, and an error of the API stands at its setting', async () => {
  const fixture = await openFixture()
  prepare(fixture)
  fixture.respond('PUT /v1/connections/c1', () => ({
    status: 400,
    body: {
      requestId: 'f'.repeat(32),
      errors: [{ type: 'required', message: { text: 'Required.', field: 'settings.apiKey', details: null } }],
    },
  }))
  const page = await fixture.open('/test/connections')
  await page.getByRole('button', { name: 'Edit: Main account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Main account' })
  const secret = dialog.getByLabel('API key')
  expect(await secret.inputValue()).toBe('')
  await dialog.getByText('Stored. Empty keeps it.').waitFor()
  await dialog.getByLabel('Host').fill('https://other.acme.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Required.').waitFor()
  await expect.poll(() => secret.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(fixture.sent('PUT /v1/connections/c1')[0]!.postDataJSON()).toEqual({
    label: 'Main account',
    settings: { host: 'https://other.acme.example' },
  })
})

it('turning off and removing ask first, and a connection in use says what to do', async () => {
  const fixture = await openFixture()
  prepare(fixture)
  fixture.respond('PUT /v1/connections/c1', () => ({ body: { connection: sampleConnection({ disabled: true }) } }))
  fixture.respond('DELETE /v1/connections/c1', () => failure(409, 'connection_in_use'))
  const page = await fixture.open('/test/connections')
  await page.getByRole('button', { name: 'Turn off: Main account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect.poll(() => fixture.sent('PUT /v1/connections/c1').length).toBe(1)
  expect(fixture.sent('PUT /v1/connections/c1')[0]!.postDataJSON()).toEqual({ disabled: true })
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove: Main account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove connection' }).click()
  await page.getByText('Turn it off instead.').waitFor()
})

it('without connections the page says what one is', async () => {
  const fixture = await openFixture()
  prepare(fixture, [])
  const page = await fixture.open('/connections')
  await page.getByText('No connections yet').waitFor()
})
