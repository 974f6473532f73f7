/** Tests of the API: all tests in these folders but the long ones. Glob patterns in this file are relative to the repository. */
export const apiTests =
  'worker/{http,routes,domain,store,pages,vault,processors,terminals,webhooks,proof/recording}/**/!(*.long).test.ts'

/**
 * Tests of the API that run inside workerd and not in Node, by what they need of it. All others run in both, but for those of
 * worker/proof, whose names say so: `*.workerd.test.ts`.
 */
export const workerdOnly: Readonly<Record<string, readonly string[]>> = {
  'the rows that D1 reads and writes, which SQLite in Node does not count': [
    'worker/routes/{baselines,manyCustomers,manyTransactions,rowsRead}.test.ts',
    'worker/store/sql/paging.test.ts',
  ],
  'the WebSockets of card readers, which objects in Node do not have': [
    'worker/routes/{signatures,terminalRegistration,terminals}.test.ts',
    'worker/terminals/{closing,heartbeat,reader*}.test.ts',
    'worker/terminals/stored/version1.test.ts',
  ],
}
