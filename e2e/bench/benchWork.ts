/** `npm run bench:work` */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../worker/cli/cliError.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { describeMachine } from './commandLine.ts'
import { measureBills } from './work/bills.ts'
import { summarizeInvocations } from './work/figures.ts'
import { WorkSubject } from './work/subject.ts'

/** Prints progress to stderr, separate from the tables. */
const log = (text: string) => console.error(text)

const bench = async (): Promise<void> => {
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const subject = new WorkSubject(folder)
  try {
    const account = { id: 'busy', mode: 'live' } as const
    const other = { id: 'other', mode: 'live' } as const
    log('Starting the gateway …')
    await subject.start([account, other])
    const figures = await measureBills(subject, {
      count: Number(process.argv[2] ?? 500),
      processorMs: 1500,
      account,
      other,
      log,
    })
    console.log(figures)
    const { invocations, usage } = await subject.takeInvocations()
    console.log(JSON.stringify(summarizeInvocations(invocations), null, 1), usage, subject.server.cpuMs())
    console.log(describeMachine(), cpus().length, loadavg())
  } finally {
    await subject.stop()
    await rm(folder, { recursive: true })
  }
}

await runCommand(bench)
