import { expect, test } from 'vitest'
import { CliError } from '../cliError.ts'
import { migrationsSummary, readDeployOptions } from './deployOptions.ts'

test.each([
  [['--first'], { url: null, isDryRun: false }],
  [['--first', '--dry-run'], { url: null, isDryRun: true }],
  [['--url', 'https://pay.example.com'], { url: 'https://pay.example.com', isDryRun: false }],
  [['--dry-run', '--url', 'https://pay.example.com'], { url: 'https://pay.example.com', isDryRun: true }],
])('npm run deploy reads %j', (args, options) => {
  expect(readDeployOptions(args)).toEqual(options)
})

test.each([[[]], [['--dry-run']], [['--first', '--url', 'https://pay.example.com']], [['--dryrun']], [['first']]])(
  'npm run deploy rejects %j with its usage',
  (args) => {
    expect(() => readDeployOptions(args)).toThrow(CliError)
    expect(() => readDeployOptions(args)).toThrow('npm run deploy -- --first')
  },
)

test('the summary of the migrations names the database, their number and the last', () => {
  expect(migrationsSummary('DB_00', ['0001_accounts.sql', '0002_tokens.sql'])).toBe(
    'DB_00: the deploy applies those of 2 migrations that the database does not have, up to 0002_tokens.sql',
  )
})
