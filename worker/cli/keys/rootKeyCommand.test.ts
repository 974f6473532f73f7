import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-root-key-'))
afterEach(() => rmSync(folder, { recursive: true }))

test('the command of docs/operations/deploy.md writes a root key that only its owner can read', async () => {
  const page = readFileSync(inRepository('docs/operations/deploy.md'), 'utf8')
  const commands = [...page.matchAll(/^ *(\(.*openssl rand.*> (\S+)\))$/gm)]
  expect(commands).toHaveLength(1)
  const [[, command = '', file = ''] = []] = commands
  // The widest mask that a shell starts with.
  execFileSync('sh', ['-c', `umask 000; ${command}`], { cwd: folder })
  expect((statSync(join(folder, file)).mode & 0o777).toString(8)).toBe('600')
  expect((await parseRootKeys(readFileSync(join(folder, file), 'utf8').trim())).newest.version).toBe(1)
  // The next command of the page reads this file.
  expect(page).toContain(`wrangler secret put ROOT_KEYS < ${file}`)
})
