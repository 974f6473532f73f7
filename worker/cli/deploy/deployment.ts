import { readFile } from 'node:fs/promises'
import { CliError } from '../cliError.ts'
import { inRepository } from '../repository.ts'

/** A deployment's own configuration: deployment.json, which is not tracked. */
export interface Deployment {
  /** The custom domains of the gateway, its only origins. */
  readonly domains: readonly [string, ...string[]]
  /** The custom domain of the console, which is not one of the gateway's. Null without a console. */
  readonly console: string | null
  /** Cloudflare Access, by which members sign in to the console too. Null without it. */
  readonly consoleAccess: { readonly teamDomain: string; readonly aud: string } | null
}

const example = '{ "domains": ["pay.example.com"] }'
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

const isDomain = (name: unknown): name is string => typeof name === 'string' && domain.test(name)

/** @throws CliError if it is not that of an application of Cloudflare Access, or there is no console */
const parseAccess = (access: unknown, own: string | null): Deployment['consoleAccess'] => {
  if (access === null) return null
  const { teamDomain, aud } = access as { readonly teamDomain?: unknown; readonly aud?: unknown }
  const isValid =
    own !== null &&
    typeof teamDomain === 'string' &&
    isDomain(teamDomain) &&
    teamDomain.endsWith('.cloudflareaccess.com') &&
    typeof aud === 'string' &&
    /^[0-9a-f]{64}$/.test(aud)
  if (!isValid)
    throw new CliError(
      'consoleAccess in deployment.json needs a console, the team domain and the audience tag of the application: { "teamDomain": "shop.cloudflareaccess.com", "aud": "…" }',
    )
  return { teamDomain, aud }
}

/** @throws CliError if the text is no deployment */
export const parseDeployment = (text: string): Deployment => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = null
  }
  const domains: unknown = typeof json === 'object' && json !== null && 'domains' in json ? json.domains : null
  const isValid = Array.isArray(domains) && domains.length > 0 && domains.every(isDomain)
  if (!isValid) throw new CliError(`deployment.json needs at least one domain, without scheme or path: ${example}`)
  const own = (json as { readonly console?: unknown }).console ?? null
  if (own !== null && (!isDomain(own) || domains.includes(own)))
    throw new CliError(
      'The console in deployment.json needs a domain of its own, such as "console.example.com": payment pages and console must not share cookies.',
    )
  const consoleAccess = parseAccess((json as { readonly consoleAccess?: unknown }).consoleAccess ?? null, own)
  return { domains: domains as unknown as Deployment['domains'], console: own, consoleAccess }
}

/** @throws CliError if there is no deployment.json, or it is invalid */
export const readDeployment = async (file = inRepository('deployment.json')): Promise<Deployment> => {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null)
    throw new CliError(
      `Write the domain of your gateway, in a zone of your Cloudflare account, to deployment.json:\n  ${example}\n` +
        'The file is not tracked by git. Without a domain the gateway has no address.',
    )
  return parseDeployment(text)
}

/** The arguments of wrangler's deploy command. */
export const deployArguments = ({ domains, console: own, consoleAccess }: Deployment): string[] => [
  'deploy',
  ...domains.flatMap((name) => ['--domain', name]),
  ...(own === null ? [] : ['--domain', own, '--var', `CONSOLE_HOST:${own}`, '--var', `PAYMENT_HOST:${domains[0]}`]),
  ...(consoleAccess === null
    ? []
    : [
        '--var',
        `CONSOLE_ACCESS_TEAM_DOMAIN:${consoleAccess.teamDomain}`,
        '--var',
        `CONSOLE_ACCESS_AUD:${consoleAccess.aud}`,
      ]),
]
