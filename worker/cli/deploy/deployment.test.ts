import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CliError } from '../cliError.ts'
import { inRepository } from '../repository.ts'
import { deployArguments, parseDeployment, readDeployment } from './deployment.ts'

/** A wrangler configuration. Its comments are lines of their own, and commas may trail. */
const configOf = (file: string) =>
  JSON.parse(
    readFileSync(inRepository(file), 'utf8')
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/,(\s*[}\]])/g, '$1'),
  ) as Record<string, unknown>

test('the tracked configuration deploys no second origin and no route', () => {
  const config = configOf('wrangler.jsonc')
  expect(config).toMatchObject({ workers_dev: false, preview_urls: false })
  for (const member of ['route', 'routes', 'env']) expect(config).not.toHaveProperty(member)
})

test('requests of the worker never reach its own zone past its front door', () => {
  expect(configOf('wrangler.jsonc')['compatibility_flags']).toEqual(['global_fetch_strictly_public'])
})

test('the configuration of a deployment is not tracked', () => {
  expect(readFileSync(inRepository('.gitignore'), 'utf8').split('\n')).toContain('deployment.json')
})

test('a deploy adds each custom domain of deployment.json', () => {
  const deployment = parseDeployment('{"domains": ["pay.example.com", "pay.example.co.uk"]}')
  expect(deployArguments(deployment)).toEqual([
    'deploy',
    '--domain',
    'pay.example.com',
    '--domain',
    'pay.example.co.uk',
  ])
})

test('a deploy adds the domain of the console, which is not one of the gateway', () => {
  const deployment = parseDeployment('{"domains": ["pay.example.com"], "console": "console.example.com"}')
  const own = '--domain console.example.com --var CONSOLE_HOST:console.example.com --var PAYMENT_HOST:pay.example.com'
  expect(deployArguments(deployment).slice(3)).toEqual(own.split(' '))
  for (const name of ['"pay.example.com"', '"console"', '"https://console.example.com"', '7'])
    expect(() => parseDeployment(`{"domains": ["pay.example.com"], "console": ${name}}`)).toThrow(CliError)
})

const parseAccess = (consoleAccess: object, own: object = { console: 'console.example.com' }) =>
  parseDeployment(JSON.stringify({ domains: ['pay.example.com'], ...own, consoleAccess }))

test('a deploy sets the application of Cloudflare Access in front of the console', () => {
  const aud = 'a'.repeat(64)
  const teamDomain = 'shop.cloudflareaccess.com'
  expect(deployArguments(parseAccess({ teamDomain, aud })).slice(9)).toEqual([
    '--var',
    'CONSOLE_ACCESS_TEAM_DOMAIN:shop.cloudflareaccess.com',
    '--var',
    `CONSOLE_ACCESS_AUD:${aud}`,
  ])
  for (const wrong of [{ teamDomain }, { aud }, { teamDomain: 'shop.example', aud }, { teamDomain, aud: 'b' }])
    expect(() => parseAccess(wrong)).toThrow(CliError)
  expect(() => parseAccess({ teamDomain, aud }, {})).toThrow(CliError)
})

test.each([
  '',
  '{}',
  '[]',
  'null',
  '{"domains": []}',
  '{"domains": "pay.example.com"}',
  '{"domains": ["https://pay.example.com"]}',
  '{"domains": ["pay.example.com/"]}',
  '{"domains": ["*.example.com"]}',
  '{"domains": ["localhost"]}',
  '{"domains": ["--dry-run"]}',
  '{"domains": [7]}',
])('deployment.json %s is rejected', (text) => {
  expect(() => parseDeployment(text)).toThrow(CliError)
})

test('a deploy without deployment.json throws what to write', async () => {
  await expect(readDeployment(inRepository('missing/deployment.json'))).rejects.toThrow(
    '{ "domains": ["pay.example.com"] }',
  )
})
