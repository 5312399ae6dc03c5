const OF_BACKUPS: readonly [RegExp, string][] = [
  [/^BACKUP_COPY_DIR .* does not exist/, 'Kopya klasörü bulunamadı'],
  [/^BACKUP_COPY_DIR .* does not respond/, 'Kopya klasörü yanıt vermiyor'],
  [/^The copy into BACKUP_COPY_DIR .* has not ended/, 'Kopya zamanında tamamlanamadı'],
  [/ENOSPC|EDQUOT|no space|disk full/i, 'Diskte yer kalmadı'],
  [/EACCES|EPERM|EROFS/, 'Yedek klasörüne yazma izni yok'],
  [/ENOENT|ENOTDIR/, 'Yedek klasörü bulunamadı'],
  [/EIO|checksum|incomplete|damaged/i, 'Yedek dosyası bozuk veya disk hatalı'],
  [/ECONN|connection|terminat/i, 'Veritabanı bağlantısı kesildi'],
]

/** Why a backup failed, in Turkish, from the words of the system. */
export const backupFailure = (problem: string) => reasonOf(OF_BACKUPS, problem, 'Beklenmeyen bir hata oluştu')

const LOGIN_REFUSED = 'E-posta sunucusu kullanıcı adını veya şifreyi kabul etmedi'

const OF_MAILS: readonly [RegExp, string][] = [
  [/\b535\b|\b530\b.*authentic|EAUTH|Invalid login/i, LOGIN_REFUSED],
  // Before 'authentic', which in these replies means the sender's domain (SPF, DKIM, DMARC).
  [/\b5\.7\.\d|relay/i, 'E-posta sunucusu bu gönderene izin vermiyor'],
  [/authentic/i, LOGIN_REFUSED],
  [/\b55[0136]\b/, 'Alıcının adresi kabul edilmedi'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|EDNS|EAI_AGAIN|ESOCKET|timeout|aborted|closed/i, 'E-posta sunucusuna ulaşılamadı'],
  [/certificate|TLS|SSL/i, 'E-posta sunucusunun sertifikası kabul edilmedi'],
  [/\b4\d\d\b/, 'E-posta sunucusu şu anda kabul etmiyor'],
]

/** Why a mail could not be sent, in Turkish, from the words of the mail server or the program. */
export const mailFailure = (error: string) => reasonOf(OF_MAILS, error, 'Beklenmeyen bir hata oluştu')

const reasonOf = (reasons: readonly [RegExp, string][], text: string, other: string) =>
  reasons.find(([pattern]) => pattern.test(text))?.[1] ?? other
