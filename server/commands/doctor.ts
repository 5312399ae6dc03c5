import { examine } from '../doctor/doctor.ts'

/** Checks what the portal needs and prints each finding: `npm run doctor`. Exits with 1 if one is a failure. */

const ENV_FILE = '.env'

const findings = await examine({ environment: process.env, clock: () => new Date(), envFile: ENV_FILE })
for (const { level, sentence } of findings) console.log(`${level.padEnd(4)}  ${sentence}`)
process.exit(findings.some(({ level }) => level === 'FAIL') ? 1 : 0)
