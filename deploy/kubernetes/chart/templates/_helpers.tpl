{{- define "dragoman.labels" -}}
app.kubernetes.io/name: dragoman
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "dragoman.selector" -}}
app.kubernetes.io/name: dragoman
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "dragoman.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "dragoman.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "dragoman.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end }}

{{- /* The claim of the shared volume. */}}
{{- define "dragoman.modelsClaim" -}}
{{ .Values.models.volume.existingClaim | default (printf "%s-models" .Release.Name) }}
{{- end }}

{{- /* Changes with the models, so that other models are another job. */}}
{{- define "dragoman.modelsHash" -}}
{{ .Values.models.pull | toJson | sha256sum | trunc 10 }}
{{- end }}

{{- /* The secret with the settings, and their names in it. */}}
{{- define "dragoman.secret" -}}
{{ if .Values.secrets.values }}{{ .Release.Name }}{{ else }}{{ .Values.secrets.existing }}{{ end }}
{{- end }}

{{- /* A container that pulls models. */}}
{{- define "dragoman.pullContainer" -}}
name: pull-models
image: {{ include "dragoman.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
command:
  - sh
  - -c
args:
  - >-
    dragoman models pull {{ range .Values.models.pull }}{{ . }} {{ end }}&&
    touch /models/.pulled-{{ include "dragoman.modelsHash" . }}
env:
  - name: DRAGOMAN_MODELS_DIR
    value: /models
  {{- with .Values.settings.DRAGOMAN_CATALOGUE_URL }}
  - name: DRAGOMAN_CATALOGUE_URL
    value: {{ . | quote }}
  {{- end }}
securityContext:
  {{- include "dragoman.containerSecurity" . | nindent 2 }}
volumeMounts:
  - name: models
    mountPath: /models
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}
