import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { demoAccount } from '../../../../worker/cli/dev/demoAccount.ts'
import { addAccountKey } from '../../../../worker/testing/database/deployedAccountKeys.ts'
import { inRepository, repository } from '../../../../worker/cli/repository.ts'

/** The gateway that the operator of a test has deployed. */
export interface Deployed {
  /** The state folder of its database, migrated, with the demo account. */
  readonly untouched: string
  /** A file with its root keys. */
  readonly envFile: string
}

/** Files of the repository that are not ignored by git. */
const repositoryFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter(
      (file) =>
        file && !/\.(png|svg|test\.ts|spec\.ts)$/.test(file) && !file.startsWith('worker/proof/recording/answers'),
    )

/** A copy of the repository as an operator has it: built, with the packages of this one, and with the id of a database on Cloudflare. */
const copyRepository = async (folder: string): Promise<void> => {
  const files = repositoryFiles()
  const folders = new Set(files.map((file) => dirname(join(folder, file))))
  for (const one of folders) await mkdir(one, { recursive: true })
  await Promise.all(files.map((file) => cp(inRepository(file), join(folder, file)).catch(ignoreMissing)))
  await cp(inRepository('dist'), join(folder, 'dist'), { recursive: true })
  await symlink(inRepository('node_modules'), join(folder, 'node_modules'))
  const config = await readFile(join(folder, 'wrangler.jsonc'), 'utf8')
  await writeFile(
    join(folder, 'wrangler.jsonc'),
    config.replace('00000000-0000-0000-0000-000000000000', '6f2c1d8e-0b1a-4c3d-9e5f-7a8b9c0d1e2f'),
  )
}

/** A file may be deleted and not yet committed. */
const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}

/** Copies the database of a gateway to a Cloudflare account in a folder, as the deployed and as the local one. */
const copyDatabase = async (untouched: string, account: string, rootKeys: string): Promise<void> => {
  await mkdir(account)
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: untouched })) {
    const database = new DatabaseSync(join(untouched, file), { readOnly: true })
    const isGateway = database.prepare("SELECT name FROM sqlite_master WHERE name = 'accounts'").get()
    for (const place of isGateway ? ['deployed', 'local'] : []) {
      const file = join(account, `${place}-sluice-00.sqlite`)
      await backup(database, file)
      const copy = new DatabaseSync(file)
      await addAccountKey(copy, rootKeys, demoAccount.id)
      copy.close()
    }
    database.close()
  }
}

/**
 * Gives a reader a clone of the repository and a Cloudflare account with a deployed gateway: `root-key.txt` in the clone is its root key.
 *
 * @returns variables of the reader's shell
 */
export const prepareOperator = async (
  root: string,
  clone: string,
  { untouched, envFile }: Deployed,
): Promise<Record<string, string>> => {
  const account = join(root, 'cloudflare')
  const [, rootKeys = ''] = /ROOT_KEYS\s*=\s*"?([^"\n]+)/.exec(readFileSync(envFile, 'utf8')) ?? []
  await Promise.all([copyRepository(clone), copyDatabase(untouched, account, rootKeys)])
  await writeFile(join(account, 'secrets'), 'ROOT_KEYS\n')
  await writeFile(join(clone, 'root-key.txt'), `${rootKeys}\n`, { mode: 0o600 })
  // As after the first `npm run dev`. The stand-in has the database itself.
  await mkdir(join(clone, '.wrangler/state/v3/d1'), { recursive: true })
  await cp(envFile, join(clone, '.dev.vars'))
  await writeFile(
    join(clone, 'deployment.json'),
    JSON.stringify({ domains: ['pay.example.com'], console: 'console.example.com' }),
  )
  const standIn = fileURLToPath(new URL('standIn.js', import.meta.url))
  return {
    ACCOUNT: demoAccount.id,
    CLOUDFLARE: account,
    NODE_OPTIONS: `--import ${standIn} --disable-warning=ExperimentalWarning`,
  }
}
