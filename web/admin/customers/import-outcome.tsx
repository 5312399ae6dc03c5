import { CircleCheck, CirclePlus, CircleX, FileDown, RefreshCw } from 'lucide-react'
import type { CustomerImport } from '#contract/customer-import.ts'
import { useAction } from '../../action.ts'
import { save } from '../../files/file-download.ts'
import { textWorkbook } from '../../files/text-workbook.ts'
import { WorkbookWarnings } from '../../files/workbook-warnings.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/clock.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Figures } from '../../ui/figures.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { markPasswordsSaved, newPasswords } from './import-run.ts'

type ImportOutcomeProps = { result: CustomerImport; arePasswordsLost: boolean | undefined }

/** The result of an import: counts, the generated passwords (shown only once) and a message for each refused row. */
export function ImportOutcome({ result, arePasswordsLost }: ImportOutcomeProps) {
  const { created_count, updated_count, unchanged_count = 0, error_count, errors, warnings } = result
  const passwords = newPasswords(result)
  return (
    <div className="grid min-w-0 gap-6">
      <Figures
        figures={[
          { label: 'Yeni müşteri', value: wholeText(created_count), icon: CirclePlus, tone: 'green' },
          { label: 'Güncellenen', value: wholeText(updated_count - unchanged_count), icon: RefreshCw, tone: 'blue' },
          ...(unchanged_count ? [{ label: 'Değişmeyen', value: wholeText(unchanged_count), icon: CircleCheck }] : []),
          {
            label: 'Hatalı satır',
            value: wholeText(error_count),
            icon: CircleX,
            tone: error_count ? 'red' : 'neutral',
          },
        ]}
      />
      {passwords.length > 0 && <Passwords passwords={passwords} />}
      {arePasswordsLost && (
        <AlertStrip kind="warning">
          Cevap bir kez alınamadı: üretilen şifreler varsa artık gösterilemez. Şifresini almayan müşteriler “Şifremi
          unuttum” ile yenisini alabilir.
        </AlertStrip>
      )}
      <WorkbookWarnings warnings={warnings} />
      {errors.length > 0 && <Errors errors={errors} />}
    </div>
  )
}

function Passwords({ passwords }: { passwords: ReturnType<typeof newPasswords> }) {
  const rows = [
    ['Kullanıcı adı', 'Firma adı', 'E-posta', 'Şifre'],
    ...passwords.map(({ username, company_name, email, password }) => [username, company_name, email, password]),
  ]
  const saving = async () => {
    try {
      save(await textWorkbook(rows), `musteri-sifreleri-${today()}.xlsx`)
      markPasswordsSaved()
    } catch {
      // Offline, the code that writes workbooks may be unavailable.
      window.alert('Excel dosyası hazırlanamadı; şifreleri kopyalayabilir veya yeniden deneyebilirsiniz')
    }
  }
  const { run: saveWorkbook } = useAction(saving, { showError: 'inline' })
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-medium max-sm:basis-full">Üretilen şifreler</h3>
        <CopyButton
          text={() => rows.map(row => row.map(escapeFormula).join('\t')).join('\n')}
          copied="Şifreler kopyalandı"
          onCopied={markPasswordsSaved}
        >
          Tümünü kopyala
        </CopyButton>
        <Button size="small" variant="primary" icon={FileDown} onClick={() => void saveWorkbook()}>
          Excel indir
        </Button>
      </div>
      <AlertStrip kind="warning">
        Bu şifreler yalnızca şimdi gösterilir. Kapatmadan önce indirin ve müşterilere iletin.
      </AlertStrip>
      <ScrollList
        label="Şifre listesi"
        count={passwords.length}
        estimate={37}
        row={index => <Password customer={passwords[index]} />}
      />
    </div>
  )
}

function Password({ customer }: { customer: ReturnType<typeof newPasswords>[number] | undefined }) {
  if (!customer) return null
  return (
    <span className="grid grid-cols-[1fr_auto] gap-3 sm:grid-cols-[1fr_1fr_8rem]">
      <span className="break-all">{customer.username}</span>
      <span className="truncate text-ink-soft max-sm:hidden">{customer.company_name}</span>
      <span className="select-all font-semibold tracking-wide">{customer.password}</span>
    </span>
  )
}

/** Escapes text so that a spreadsheet does not interpret it as a formula when it is pasted. */
const escapeFormula = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text)

function Errors({ errors }: { errors: readonly string[] }) {
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Aktarılmayan satırlar</h3>
        <CopyButton text={() => errors.join('\n')} copied="Hatalar kopyalandı">
          Hataları kopyala
        </CopyButton>
      </div>
      <ScrollList label="Aktarılmayan satırlar" count={errors.length} estimate={37} row={index => errors[index]} />
    </div>
  )
}
