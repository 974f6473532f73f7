import { globSync, existsSync, readFileSync } from 'node:fs'
import { inRepository, repository } from '../../../../worker/cli/repository.ts'

/** Scripts of package.json that operators run. The reader runs them in a clone, with the stand-in for wrangler. */
const operatorScripts = [
  'account:create',
  'account:set',
  'connection:add',
  'connection:check',
  'connection:disable',
  'connection:list',
  'console:invite',
  'deploy',
  'key:create',
  'nmi:standin',
  'pages:check',
  'status',
  'vault:rotate',
]

/**
 * Commands that install, start, test or rewrite the repository, with the test that runs each. A sample with one of them must name files and
 * projects of tests that exist; it is not run, since it would run the tests within a test. Nothing else is left out.
 */
export const coveredCommands: Readonly<Record<string, string>> = {
  'npm install': '.ci/run',
  'npm run bench': 'e2e/bench/report/report.test.ts',
  'npm run bench:against': 'e2e/bench/report/comparison.test.ts',
  'npm run bench:checkout': 'e2e/bench/report/report.test.ts',
  'npm run bench:processors': 'e2e/bench/processors/report.test.ts',
  'npm run bench:webhooks': 'e2e/webhooks/storm.spec.ts',
  'npm run bench:widget': 'e2e/bench/report/report.test.ts',
  'npm run bench:work': 'e2e/bench/work/report.test.ts',
  'npm run budgets': 'worker/cli/verify/sizes/budgets.test.ts',
  'npm run build': '.ci/run',
  'npm run check': 'worker/cli/verify/rings.test.ts',
  'npm run contract': 'worker/cli/contract/openapi/document.test.ts',
  // Before the shorter name: the first that matches counts.
  'npm run dev -- --processor nmi': 'e2e/gateway/nmiStandIn.spec.ts',
  'npm run dev': 'e2e/gateway/startAndStop.spec.ts',
  'npm run docs:build': 'worker/cli/verify/rings.test.ts',
  'npm run docs:print': 'worker/cli/docs/printed/printed.test.ts',
  'npm run docs:samples': 'e2e/docs/samples/samples.spec.ts',
  'npm run e2e': 'worker/cli/verify/rings.test.ts',
  'npm run format': '.ci/run',
  'npm run lint': '.ci/run',
  'npm run mutants': 'worker/proof/mutants/mutants.test.ts',
  'npm run mutation': 'worker/proof/mutation/lines.test.ts',
  'npm run mutation:histories': 'worker/proof/mutation/lines.test.ts',
  'npm run recording': 'worker/proof/recording/recording.test.ts',
  'npm run reset': 'e2e/gateway/startAndStop.spec.ts',
  'npm run screenshots': 'e2e/screenshots/pictures.test.ts',
  'npm run test:all': '.ci/run',
  'npm run test:long': 'worker/cli/verify/rings.test.ts',
  'npm run types': 'worker/cli/verify/types.test.ts',
  'npm run unit': 'worker/cli/verify/rings.test.ts',
  'npm test': '.ci/run',
  'npx oxfmt': '.ci/run',
  'npx playwright test': 'worker/cli/verify/rings.test.ts',
  'npx vitest run': 'worker/cli/verify/rings.test.ts',
}

/** Without comment, and without variables before the command. */
const bare = (command: string): string =>
  command
    .replace(/(^|\s)#.*/, '')
    .trim()
    .replace(/^(?:[A-Z_]+=\S+ )+/, '')

const coveredBy = (command: string): string | undefined =>
  Object.keys(coveredCommands).find((name) => bare(command) === name || bare(command).startsWith(`${name} `))

/** `npm install <package>` is run: only the installation of the repository itself is not. */
const isCovered = (command: string): boolean => {
  const name = coveredBy(command)
  return name !== undefined && (name !== 'npm install' || bare(command) === name)
}

const parts = (line: string): string[] => line.replace(/(^|\s)#.*/, '').split('&&')

/** The commands of a sample that are left out, by their names. */
export const coveredIn = (code: string): string[] =>
  code
    .split('\n')
    .filter((line) => parts(line).every(isCovered))
    .flatMap(parts)
    .map((part) => coveredBy(part)!)

/** The lines of a sample that are run. */
export const runLines = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !parts(line).every(isCovered))
    .join('\n')

const readText = (path: string): string => readFileSync(inRepository(path), 'utf8')

const isProject = (name: string): boolean =>
  ['vite.config.ts', 'playwright.config.ts'].some((file) => {
    const names = [...readText(file).matchAll(/(?:name: |nodeProject\()'(\w+)'/g)].map(([, found]) => found!)
    return names.some((found) => new RegExp(`^${name.replaceAll("'", '').replace('*', '.*')}$`).test(found))
  })

const isTestPath = (text: string): boolean =>
  globSync('{worker,widget,e2e,demo}/**/*.{test,spec}.ts', { cwd: repository }).some((file) => file.includes(text))

/** What a left out command names and does not exist. */
const mistakesOf = (command: string): string[] => {
  const script = /^npm run (\S+)/.exec(bare(command))?.[1]
  const scripts = (JSON.parse(readText('package.json')) as { scripts: Record<string, string> }).scripts
  const projects = [...command.matchAll(/--project[= ](\S+)/g)].map(([, name]) => name!)
  const paths = bare(command)
    .replaceAll(/--project[= ]\S+/g, '')
    .split(' ')
    .filter((word) => word.includes('/') && !/^(https?:|\/|-)/.test(word))
    .map((path) => path.replace(/:\d+$/, ''))
  return [
    ...(script && !(script in scripts) ? [`package.json has no script ${script}`] : []),
    ...projects.filter((name) => !isProject(name)).map((name) => `there is no project ${name} of tests`),
    ...paths
      .filter(
        (path) => !existsSync(inRepository(path)) && !existsSync(inRepository(`docs/${path}`)) && !isTestPath(path),
      )
      .map((path) => `${path} does not exist`),
  ]
}

/** The mistakes in the commands of a sample that are left out. */
export const mistakesIn = (code: string): string[] =>
  code
    .split('\n')
    .filter((line) => line.trim() && parts(line).every(isCovered))
    .flatMap(parts)
    .flatMap(mistakesOf)

/** Whether a page is followed in a clone of the repository. */
export const needsClone = (code: string): boolean =>
  /\bnpx wrangler\b|^ *git (pull|clone)\b/m.test(code) ||
  operatorScripts.some((script) => code.includes(`npm run ${script}`))
