import { isEmail } from '#contract/schema/email'
import { roles } from '#contract/team/roles'
import type { Role } from '#contract/team/roles'
import { invitationLink } from '../../domain/team/invitationLink.ts'
import { mintTeamSecret } from '../../domain/team/teamSecret.ts'
import { CliError, runCommand } from '../cliError.ts'
import { readDeployment } from '../deploy/deployment.ts'
import { defaults } from '../dev/defaults.ts'
import { readOptions } from '../options.ts'
import { query } from '../wrangler/database.ts'
import { literal } from '../wrangler/literals.ts'
import { invitationSql } from './teamSql.ts'

const usage = `npm run console:invite -- --account <id> --email <address> [--role ${roles.join('|')}] [--remote] [--shard 00]

Prints a link with which a person registers a passkey for the console, once, within 24 hours. The first owner of an account is
invited like this, and invites others in the console. The local database of npm run dev is used, or with --remote the deployed one.`

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

/** The console's origin: of the deployment, or of npm run dev. */
const readOrigin = async (isRemote: boolean): Promise<string> => {
  if (!isRemote) return `http://console.localhost:${defaults.gatewayPort}`
  const { console: host } = await readDeployment()
  if (host === null)
    throw new CliError('deployment.json names no console. Add "console": "console.example.com" and deploy first.')
  return `https://${host}`
}

await runCommand(async () => {
  const { values, target } = readOptions(['account', 'email', 'role'], usage, process.argv.slice(2))
  const { account = '', email = '', role = 'owner' } = values
  if (!/^[0-9A-Za-z-]{1,64}$/.test(account) || !isEmail(email) || !isRole(role))
    throw new CliError(`Account, email or role is missing or not valid.\n\n${usage}`)
  const origin = await readOrigin(target.state === null)
  const [row] = await query(`SELECT id FROM accounts WHERE id = ${literal(account)};`, target)
  if (row === undefined) throw new CliError(`There is no account ${account} in this database.`)
  const secret = mintTeamSecret(target.shard).reveal()
  await query(await invitationSql({ id: crypto.randomUUID(), account, secret, email, role, now: Date.now() }), target)
  console.log(
    `${invitationLink(origin, secret)}\n\nThe link works once, within 24 hours. Send it to ${email} and to nobody else.`,
  )
})
