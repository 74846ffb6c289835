module example.com/large

go 1.21

require (
	example.org/alpha/delta-0 v0.0.0
	example.org/alpha/delta-24 v1.24.6
	example.org/alpha/delta-48 v1.11.1
	example.org/beta/lambda-1 v1.1.3
	example.org/beta/lambda-25 v0.25.9
	example.org/beta/lambda-49 v1.12.4
	example.org/chi/eta-21 v1.21.8
	example.org/chi/eta-45 v0.8.3
	example.org/delta/alpha-27 v1.27.4
	example.org/delta/alpha-3 v1.3.9
	example.org/delta/alpha-51 v1.14.10
	example.org/epsilon/theta-28 v1.28.7
	example.org/epsilon/theta-4 v1.4.1
	example.org/epsilon/theta-52 v1.15.2
	example.org/eta/chi-30 v0.30.2
	example.org/eta/chi-54 v1.17.8
	example.org/eta/chi-6 v1.6.7
	example.org/gamma/sigma-2 v1.2.6
	example.org/gamma/sigma-26 v1.26.1
	example.org/gamma/sigma-50 v0.13.7
	example.org/iota/mu-32 v1.32.8
	example.org/iota/mu-56 v1.19.3
	example.org/iota/mu-8 v1.8.2
	example.org/kappa/tau-33 v1.33.0
	example.org/kappa/tau-57 v1.20.6
	example.org/kappa/tau-9 v1.9.5
	example.org/lambda/beta-10 v0.10.8
	example.org/lambda/beta-34 v1.34.3
	example.org/lambda/beta-58 v1.21.9
	example.org/mu/iota-11 v1.11.0
	example.org/mu/iota-35 v0.35.6
	example.org/mu/iota-59 v1.22.1
	example.org/nu/pi-12 v1.12.3
	example.org/nu/pi-36 v1.36.9
	example.org/omega/phi-23 v1.23.3
	example.org/omega/phi-47 v1.10.9
	example.org/omicron/zeta-14 v1.14.9
	example.org/omicron/zeta-38 v1.1.4
	example.org/phi/omega-20 v0.20.5
	example.org/phi/omega-44 v1.7.0
	example.org/pi/nu-15 v0.15.1
	example.org/pi/nu-39 v1.2.7
	example.org/psi/xi-22 v1.22.0
	example.org/psi/xi-46 v1.9.6
	example.org/rho/upsilon-16 v1.16.4
	example.org/rho/upsilon-40 v0.3.10
	example.org/sigma/gamma-17 v1.17.7
	example.org/sigma/gamma-41 v1.4.2
	example.org/tau/kappa-18 v1.18.10
	example.org/tau/kappa-42 v1.5.5
	example.org/theta/epsilon-31 v1.31.5
	example.org/theta/epsilon-55 v0.18.0
	example.org/theta/epsilon-7 v1.7.10
	example.org/upsilon/rho-19 v1.19.2
	example.org/upsilon/rho-43 v1.6.8
	example.org/xi/psi-13 v1.13.6
	example.org/xi/psi-37 v1.0.1
	example.org/zeta/omicron-29 v1.29.10
	example.org/zeta/omicron-5 v0.5.4
	example.org/zeta/omicron-53 v1.16.5
)

require (
	example.org/alpha/delta-120 v0.9.8 // indirect
	example.org/alpha/delta-144 v1.33.3 // indirect
	example.org/alpha/delta-168 v1.20.9 // indirect
	example.org/alpha/delta-192 v1.7.4 // indirect
	example.org/alpha/delta-216 v1.31.10 // indirect
	example.org/alpha/delta-240 v0.18.5 // indirect
	example.org/alpha/delta-72 v1.35.7 // indirect
	example.org/alpha/delta-96 v1.22.2 // indirect
	example.org/beta/lambda-121 v1.10.0 // indirect
	example.org/beta/lambda-145 v0.34.6 // indirect
	example.org/beta/lambda-169 v1.21.1 // indirect
	example.org/beta/lambda-193 v1.8.7 // indirect
	example.org/beta/lambda-217 v1.32.2 // indirect
	example.org/beta/lambda-241 v1.19.8 // indirect
	example.org/beta/lambda-73 v1.36.10 // indirect
	example.org/beta/lambda-97 v1.23.5 // indirect
	example.org/chi/eta-117 v1.6.10 // indirect
	example.org/chi/eta-141 v1.30.5 // indirect
	example.org/chi/eta-165 v0.17.0 // indirect
	example.org/chi/eta-189 v1.4.6 // indirect
	example.org/chi/eta-213 v1.28.1 // indirect
	example.org/chi/eta-237 v1.15.7 // indirect
	example.org/chi/eta-261 v1.2.2 // indirect
	example.org/chi/eta-69 v1.32.9 // indirect
	example.org/chi/eta-93 v1.19.4 // indirect
	example.org/delta/alpha-123 v1.12.6 // indirect
	example.org/delta/alpha-147 v1.36.1 // indirect
	example.org/delta/alpha-171 v1.23.7 // indirect
	example.org/delta/alpha-195 v0.10.2 // indirect
	example.org/delta/alpha-219 v1.34.8 // indirect
	example.org/delta/alpha-243 v1.21.3 // indirect
	example.org/delta/alpha-75 v0.1.5 // indirect
	example.org/delta/alpha-99 v1.25.0 // indirect
	example.org/epsilon/theta-100 v0.26.3 // indirect
	example.org/epsilon/theta-124 v1.13.9 // indirect
	example.org/epsilon/theta-148 v1.0.4 // indirect
	example.org/epsilon/theta-172 v1.24.10 // indirect
	example.org/epsilon/theta-196 v1.11.5 // indirect
	example.org/epsilon/theta-220 v0.35.0 // indirect
	example.org/epsilon/theta-244 v1.22.6 // indirect
	example.org/epsilon/theta-76 v1.2.8 // indirect
	example.org/eta/chi-102 v1.28.9 // indirect
	example.org/eta/chi-126 v1.15.4 // indirect
	example.org/eta/chi-150 v0.2.10 // indirect
	example.org/eta/chi-174 v1.26.5 // indirect
	example.org/eta/chi-198 v1.13.0 // indirect
	example.org/eta/chi-222 v1.0.6 // indirect
	example.org/eta/chi-246 v1.24.1 // indirect
	example.org/eta/chi-78 v1.4.3 // indirect
	example.org/gamma/sigma-122 v1.11.3 // indirect
	example.org/gamma/sigma-146 v1.35.9 // indirect
	example.org/gamma/sigma-170 v0.22.4 // indirect
	example.org/gamma/sigma-194 v1.9.10 // indirect
	example.org/gamma/sigma-218 v1.33.5 // indirect
	example.org/gamma/sigma-242 v1.20.0 // indirect
	example.org/gamma/sigma-74 v1.0.2 // indirect
	example.org/gamma/sigma-98 v1.24.8 // indirect
	example.org/iota/mu-104 v1.30.4 // indirect
	example.org/iota/mu-128 v1.17.10 // indirect
	example.org/iota/mu-152 v1.4.5 // indirect
	example.org/iota/mu-176 v1.28.0 // indirect
	example.org/iota/mu-200 v0.15.6 // indirect
	example.org/iota/mu-224 v1.2.1 // indirect
	example.org/iota/mu-248 v1.26.7 // indirect
	example.org/iota/mu-80 v0.6.9 // indirect
	example.org/kappa/tau-105 v0.31.7 // indirect
	example.org/kappa/tau-129 v1.18.2 // indirect
	example.org/kappa/tau-153 v1.5.8 // indirect
	example.org/kappa/tau-177 v1.29.3 // indirect
	example.org/kappa/tau-201 v1.16.9 // indirect
	example.org/kappa/tau-225 v0.3.4 // indirect
	example.org/kappa/tau-249 v1.27.10 // indirect
	example.org/kappa/tau-81 v1.7.1 // indirect
	example.org/lambda/beta-106 v1.32.10 // indirect
	example.org/lambda/beta-130 v0.19.5 // indirect
	example.org/lambda/beta-154 v1.6.0 // indirect
	example.org/lambda/beta-178 v1.30.6 // indirect
	example.org/lambda/beta-202 v1.17.1 // indirect
	example.org/lambda/beta-226 v1.4.7 // indirect
	example.org/lambda/beta-250 v0.28.2 // indirect
	example.org/lambda/beta-82 v1.8.4 // indirect
	example.org/mu/iota-107 v1.33.2 // indirect
	example.org/mu/iota-131 v1.20.8 // indirect
	example.org/mu/iota-155 v0.7.3 // indirect
	example.org/mu/iota-179 v1.31.9 // indirect
	example.org/mu/iota-203 v1.18.4 // indirect
	example.org/mu/iota-227 v1.5.10 // indirect
	example.org/mu/iota-251 v1.29.5 // indirect
	example.org/mu/iota-83 v1.9.7 // indirect
	example.org/nu/pi-108 v1.34.5 // indirect
	example.org/nu/pi-132 v1.21.0 // indirect
	example.org/nu/pi-156 v1.8.6 // indirect
	example.org/nu/pi-180 v0.32.1 // indirect
	example.org/nu/pi-204 v1.19.7 // indirect
	example.org/nu/pi-228 v1.6.2 // indirect
	example.org/nu/pi-252 v1.30.8 // indirect
	example.org/nu/pi-60 v0.23.4 // indirect
	example.org/nu/pi-84 v1.10.10 // indirect
	example.org/omega/phi-119 v1.8.5 // indirect
	example.org/omega/phi-143 v1.32.0 // indirect
	example.org/omega/phi-167 v1.19.6 // indirect
	example.org/omega/phi-191 v1.6.1 // indirect
	example.org/omega/phi-215 v0.30.7 // indirect
	example.org/omega/phi-239 v1.17.2 // indirect
	example.org/omega/phi-71 v1.34.4 // indirect
	example.org/omega/phi-95 v0.21.10 // indirect
	example.org/omicron/zeta-110 v0.36.0 // indirect
	example.org/omicron/zeta-134 v1.23.6 // indirect
	example.org/omicron/zeta-158 v1.10.1 // indirect
	example.org/omicron/zeta-182 v1.34.7 // indirect
	example.org/omicron/zeta-206 v1.21.2 // indirect
	example.org/omicron/zeta-230 v0.8.8 // indirect
	example.org/omicron/zeta-254 v1.32.3 // indirect
	example.org/omicron/zeta-62 v1.25.10 // indirect
	example.org/omicron/zeta-86 v1.12.5 // indirect
	example.org/phi/omega-116 v1.5.7 // indirect
	example.org/phi/omega-140 v0.29.2 // indirect
	example.org/phi/omega-164 v1.16.8 // indirect
	example.org/phi/omega-188 v1.3.3 // indirect
	example.org/phi/omega-212 v1.27.9 // indirect
	example.org/phi/omega-236 v1.14.4 // indirect
	example.org/phi/omega-260 v0.1.10 // indirect
	example.org/phi/omega-68 v1.31.6 // indirect
	example.org/phi/omega-92 v1.18.1 // indirect
	example.org/pi/nu-111 v1.0.3 // indirect
	example.org/pi/nu-135 v0.24.9 // indirect
	example.org/pi/nu-159 v1.11.4 // indirect
	example.org/pi/nu-183 v1.35.10 // indirect
	example.org/pi/nu-207 v1.22.5 // indirect
	example.org/pi/nu-231 v1.9.0 // indirect
	example.org/pi/nu-255 v0.33.6 // indirect
	example.org/pi/nu-63 v1.26.2 // indirect
	example.org/pi/nu-87 v1.13.8 // indirect
	example.org/psi/xi-118 v1.7.2 // indirect
	example.org/psi/xi-142 v1.31.8 // indirect
	example.org/psi/xi-166 v1.18.3 // indirect
	example.org/psi/xi-190 v0.5.9 // indirect
	example.org/psi/xi-214 v1.29.4 // indirect
	example.org/psi/xi-238 v1.16.10 // indirect
	example.org/psi/xi-70 v0.33.1 // indirect
	example.org/psi/xi-94 v1.20.7 // indirect
	example.org/rho/upsilon-112 v1.1.6 // indirect
	example.org/rho/upsilon-136 v1.25.1 // indirect
	example.org/rho/upsilon-160 v0.12.7 // indirect
	example.org/rho/upsilon-184 v1.36.2 // indirect
	example.org/rho/upsilon-208 v1.23.8 // indirect
	example.org/rho/upsilon-232 v1.10.3 // indirect
	example.org/rho/upsilon-256 v1.34.9 // indirect
	example.org/rho/upsilon-64 v1.27.5 // indirect
	example.org/rho/upsilon-88 v1.14.0 // indirect
	example.org/sigma/gamma-113 v1.2.9 // indirect
	example.org/sigma/gamma-137 v1.26.4 // indirect
	example.org/sigma/gamma-161 v1.13.10 // indirect
	example.org/sigma/gamma-185 v0.0.5 // indirect
	example.org/sigma/gamma-209 v1.24.0 // indirect
	example.org/sigma/gamma-233 v1.11.6 // indirect
	example.org/sigma/gamma-257 v1.35.1 // indirect
	example.org/sigma/gamma-65 v0.28.8 // indirect
	example.org/sigma/gamma-89 v1.15.3 // indirect
	example.org/tau/kappa-114 v1.3.1 // indirect
	example.org/tau/kappa-138 v1.27.7 // indirect
	example.org/tau/kappa-162 v1.14.2 // indirect
	example.org/tau/kappa-186 v1.1.8 // indirect
	example.org/tau/kappa-210 v0.25.3 // indirect
	example.org/tau/kappa-234 v1.12.9 // indirect
	example.org/tau/kappa-258 v1.36.4 // indirect
	example.org/tau/kappa-66 v1.29.0 // indirect
	example.org/tau/kappa-90 v0.16.6 // indirect
	example.org/theta/epsilon-103 v1.29.1 // indirect
	example.org/theta/epsilon-127 v1.16.7 // indirect
	example.org/theta/epsilon-151 v1.3.2 // indirect
	example.org/theta/epsilon-175 v0.27.8 // indirect
	example.org/theta/epsilon-199 v1.14.3 // indirect
	example.org/theta/epsilon-223 v1.1.9 // indirect
	example.org/theta/epsilon-247 v1.25.4 // indirect
	example.org/theta/epsilon-79 v1.5.6 // indirect
	example.org/upsilon/rho-115 v0.4.4 // indirect
	example.org/upsilon/rho-139 v1.28.10 // indirect
	example.org/upsilon/rho-163 v1.15.5 // indirect
	example.org/upsilon/rho-187 v1.2.0 // indirect
	example.org/upsilon/rho-211 v1.26.6 // indirect
	example.org/upsilon/rho-235 v0.13.1 // indirect
	example.org/upsilon/rho-259 v1.0.7 // indirect
	example.org/upsilon/rho-67 v1.30.3 // indirect
	example.org/upsilon/rho-91 v1.17.9 // indirect
	example.org/xi/psi-109 v1.35.8 // indirect
	example.org/xi/psi-133 v1.22.3 // indirect
	example.org/xi/psi-157 v1.9.9 // indirect
	example.org/xi/psi-181 v1.33.4 // indirect
	example.org/xi/psi-205 v0.20.10 // indirect
	example.org/xi/psi-229 v1.7.5 // indirect
	example.org/xi/psi-253 v1.31.0 // indirect
	example.org/xi/psi-61 v1.24.7 // indirect
	example.org/xi/psi-85 v0.11.2 // indirect
	example.org/zeta/omicron-101 v1.27.6 // indirect
	example.org/zeta/omicron-125 v0.14.1 // indirect
	example.org/zeta/omicron-149 v1.1.7 // indirect
	example.org/zeta/omicron-173 v1.25.2 // indirect
	example.org/zeta/omicron-197 v1.12.8 // indirect
	example.org/zeta/omicron-221 v1.36.3 // indirect
	example.org/zeta/omicron-245 v0.23.9 // indirect
	example.org/zeta/omicron-77 v1.3.0 // indirect
	github.com/aws/aws-sdk-go-v2 v1.23.5 // indirect
	github.com/aws/aws-sdk-go-v2/config v1.25.11 // indirect
	github.com/aws/aws-sdk-go-v2/credentials v1.16.9 // indirect
	github.com/aws/aws-sdk-go-v2/feature/ec2/imds v1.14.9 // indirect
	github.com/aws/aws-sdk-go-v2/internal/configsources v1.2.8 // indirect
	github.com/aws/aws-sdk-go-v2/internal/endpoints/v2 v2.5.8 // indirect
	github.com/aws/aws-sdk-go-v2/internal/ini v1.7.1 // indirect
	github.com/aws/aws-sdk-go-v2/service/ecr v1.20.2 // indirect
	github.com/aws/aws-sdk-go-v2/service/ecrpublic v1.18.2 // indirect
	github.com/aws/aws-sdk-go-v2/service/internal/accept-encoding v1.10.3 // indirect
	github.com/aws/aws-sdk-go-v2/service/internal/presigned-url v1.10.8 // indirect
	github.com/aws/aws-sdk-go-v2/service/sso v1.18.2 // indirect
	github.com/aws/aws-sdk-go-v2/service/ssooidc v1.21.2 // indirect
	github.com/aws/aws-sdk-go-v2/service/sts v1.26.2 // indirect
	github.com/aws/smithy-go v1.18.1 // indirect
	github.com/awslabs/amazon-ecr-credential-helper/ecr-login v0.0.0-20231024185945-8841054dbdb8 // indirect
)
